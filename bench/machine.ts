import { availableParallelism, cpus, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Describes the machine and its load, because figures mean little without them. */
export function describeMachine(): Readonly<Record<string, unknown>> {
  const [load] = loadavg();
  return {
    node: process.version,
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    load: Number((load ?? 0).toFixed(2)),
  };
}

/**
 * Returns the memory in use after garbage collection, on the heap and in typed arrays, in bytes.
 */
export function settledMemoryBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('The collector cannot be called.');
  // Collects twice, because the first collection finalises objects that only the second one frees.
  for (let count = 0; count < 2; count += 1) Reflect.apply(collect, undefined, []);
}

/**
 * Returns the processor time of this process in milliseconds, which other programs don't affect.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
