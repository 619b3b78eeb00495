// Seed after seed of the simulation, until the last, the first that fails, or an interruption.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { listMissing } from '../simulation/coverage.ts';
import { count } from '../simulation/faults.ts';
import type { Counts } from '../simulation/faults.ts';
import { simulate } from '../simulation/simulate.ts';
import { createEvidence, print } from './evidence.ts';

const PROGRESS_EVERY_MS = 10_000;
/** Fewer may miss a rare fault by chance. */
const COVERED_FROM_SEEDS = 1_000;

type Progress = { seeds: number; failure: string | undefined; readonly counts: Counts };

/** True when nothing was found. */
export async function soakSimulate(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seeds: { type: 'string', default: '100000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  if (values.seed !== undefined) return await replay(toWhole(values.seed));
  const evidence = createEvidence('simulate', !values['no-evidence']);
  const [from, seeds] = [toWhole(values.from), toWhole(values.seeds)];
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  const progress = await runSeeds(from, seeds);
  const used = process.cpuUsage(cpu);

  for (const [name, times] of [...progress.counts].toSorted(byName)) {
    evidence.say(`${String(times).padStart(12)}  ${name}`);
  }
  const isCovered = progress.seeds >= COVERED_FROM_SEEDS;
  const missing = isCovered ? listMissing(progress.counts) : [];
  for (const name of missing) evidence.say(`NEVER: ${name}`);
  if (progress.failure !== undefined) evidence.say(progress.failure);
  evidence.finish({
    from,
    seeds: progress.seeds,
    asked: seeds,
    failed: progress.failure !== undefined,
    missing,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    processorMsPerSeed: Math.round((used.user + used.system) / 1_000 / progress.seeds),
  });
  return progress.failure === undefined && missing.length === 0;
}

async function runSeeds(from: number, seeds: number): Promise<Progress> {
  const progress: Progress = { seeds: 0, failure: undefined, counts: new Map() };
  const stop = { isAsked: false };
  const ask = (): void => {
    stop.isAsked = true;
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  let saidMs = performance.now();
  for (let seed = from; seed < from + seeds && !stop.isAsked; seed += 1) {
    const { counts, failure } = await simulate(seed);
    for (const [name, times] of counts) count(progress.counts, name, times);
    progress.seeds += 1;
    if (failure !== undefined) {
      const again = `npm run soak -- simulate --seed ${seed}`;
      progress.failure = `SEED ${seed} FAILED: ${failure}\nReplay it with: ${again}`;
      break;
    }
    if (performance.now() - saidMs > PROGRESS_EVERY_MS) {
      saidMs = performance.now();
      print(`simulate: ${progress.seeds} of ${seeds} seeds, from ${from}`);
    }
    // Lets an interruption in.
    await nextTurn();
  }
  process.off('SIGINT', ask);
  process.off('SIGTERM', ask);
  return progress;
}

async function replay(seed: number): Promise<boolean> {
  const { trace, failure, counts } = await simulate(seed);
  for (const [name, times] of [...counts].toSorted(byName)) {
    print(`${String(times).padStart(12)}  ${name}`);
  }
  if (failure !== undefined) print(`SEED ${seed} FAILED: ${failure}`);
  print(JSON.stringify({ name: 'simulate', seed, trace, failed: failure !== undefined }));
  return failure === undefined;
}

function byName([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? -1 : 1;
}

function toWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number.`);
  return Number(text);
}
