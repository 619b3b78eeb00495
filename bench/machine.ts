import { availableParallelism, cpus, loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A figure is worth little without what else the machine was doing. */
export function describeMachine(): Readonly<Record<string, unknown>> {
  const [load] = loadavg();
  return {
    node: process.version,
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    load: Number((load ?? 0).toFixed(2)),
  };
}

/** Memory in use after everything unreachable is gone, on the heap and in typed arrays. */
export function settledMemoryBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('The collector cannot be called.');
  // Twice, for what the first one only finished.
  for (let count = 0; count < 2; count += 1) Reflect.apply(collect, undefined, []);
}

/** What this process itself worked, whatever else the machine did meanwhile. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
