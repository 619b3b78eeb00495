// Seed after seed of the simulation, until the last, the first that fails, or an interruption.
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { listMissing } from '../simulation/coverage.ts';
import { listMissingOfEdges } from '../simulation/edges/edge-coverage.ts';
import { count } from '../simulation/injected-failures.ts';
import type { Counts } from '../simulation/injected-failures.ts';
import { simulate } from '../simulation/simulate.ts';
import { createEvidence, print } from './evidence.ts';
import { LENGTH_MIXES, lengthOf } from './run-length.ts';
import type { LengthMix } from './run-length.ts';
import type { Lot, LotResult } from './simulate-thread.ts';

const PROGRESS_EVERY_MS = 10_000;
const SEEDS_PER_LOT = 5;
const WORKERS_MAX = 64;
/** Fewer may miss a rare failure by chance: the rarest comes about in one of fifty. */
const COVERED_FROM_SEEDS = 300;

type Progress = { seeds: number; failure: string | undefined; readonly counts: Counts };

/** So many seeds at most, and no more than `enough` once every failure and rule has come about. */
type Range = Lot & { readonly enough: number };

/** True when nothing was found. */
export async function soakSimulate(words: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      seeds: { type: 'string', default: '100000' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      length: { type: 'string', default: 'mixed' },
      workers: { type: 'string', default: '1' },
      'until-covered': { type: 'string' },
      edges: { type: 'boolean', default: false },
      'no-evidence': { type: 'boolean', default: false },
    },
  });
  const mix = toMix(values.length);
  const hasEdges = values.edges;
  if (values.seed !== undefined) return await replay(toWhole(values.seed), mix, hasEdges);
  const named = hasEdges ? { soak: 'simulate', variant: 'edges' } : { soak: 'simulate' };
  const evidence = createEvidence(named, !values['no-evidence']);
  const [from, seeds] = [toWhole(values.from), toWhole(values.seeds)];
  const workers = Math.min(WORKERS_MAX, Math.max(1, toWhole(values.workers)));
  const startedMs = performance.now();
  const cpu = process.cpuUsage();
  const coveredMin = values['until-covered'];
  const enough = coveredMin === undefined ? Infinity : toWhole(coveredMin);
  const progress = await runSeeds({ from, seeds, mix, hasEdges, enough }, workers);
  const used = process.cpuUsage(cpu);

  for (const [name, times] of [...progress.counts].toSorted(byName)) {
    evidence.say(`${String(times).padStart(12)}  ${name}`);
  }
  const isCovered = coveredMin !== undefined || progress.seeds >= COVERED_FROM_SEEDS;
  const missing = isCovered ? listMissingOf(hasEdges, progress.counts) : [];
  for (const name of missing) evidence.say(`NEVER: ${name}`);
  if (progress.failure !== undefined) evidence.say(progress.failure);
  evidence.finish({
    from,
    seeds: progress.seeds,
    asked: seeds,
    length: mix,
    failed: progress.failure !== undefined,
    missing,
    workers,
    seconds: Math.round((performance.now() - startedMs) / 1_000),
    processorMsPerSeed: Math.round((used.user + used.system) / 1_000 / progress.seeds),
  });
  return progress.failure === undefined && missing.length === 0;
}

/** Each thread is given lot after lot; one that fails lets the others end theirs. */
async function runSeeds({ enough, ...range }: Range, workers: number): Promise<Progress> {
  const progress: Progress = { seeds: 0, failure: undefined, counts: new Map() };
  const stop = { isAsked: false };
  const ask = (): void => {
    stop.isAsked = true;
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
  let given = 0;
  const nextLot = (): Lot | undefined => {
    const seeds = Math.min(SEEDS_PER_LOT, range.seeds - given);
    if (seeds <= 0 || stop.isAsked || progress.failure !== undefined) return undefined;
    const isEnough = progress.seeds >= enough;
    if (isEnough && listMissingOf(range.hasEdges, progress.counts).length === 0) return undefined;
    given += seeds;
    return { ...range, from: range.from + given - seeds, seeds };
  };
  let saidMs = performance.now();
  const note = ({ seeds, counts, failure }: LotResult): void => {
    for (const [name, times] of counts) count(progress.counts, name, times);
    progress.seeds += seeds;
    progress.failure ??= failure;
    if (performance.now() - saidMs <= PROGRESS_EVERY_MS) return;
    saidMs = performance.now();
    print(`simulate: ${progress.seeds} of ${range.seeds} seeds, from ${range.from}`);
  };
  await Promise.all(Array.from({ length: workers }, () => runThread(nextLot, note)));
  process.off('SIGINT', ask);
  process.off('SIGTERM', ask);
  return progress;
}

async function runThread(
  nextLot: () => Lot | undefined,
  note: (result: LotResult) => void,
): Promise<void> {
  const thread = new Worker(new URL('./simulate-thread.ts', import.meta.url));
  try {
    for (let lot = nextLot(); lot !== undefined; lot = nextLot()) {
      thread.postMessage(lot);
      // Rejects when the thread ends by an error.
      const [result] = (await once(thread, 'message')) as [LotResult];
      note(result);
    }
  } finally {
    await thread.terminate();
  }
}

/** With edges, the rules are covered without them. */
function listMissingOf(hasEdges: boolean, counts: Counts): readonly string[] {
  return hasEdges ? listMissingOfEdges(counts) : listMissing(counts);
}

async function replay(seed: number, mix: LengthMix, hasEdges: boolean): Promise<boolean> {
  const length = lengthOf(seed, mix);
  const { trace, failure, counts } = await simulate(seed, { length, hasEdges });
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

function toMix(text: string): LengthMix {
  const mix = LENGTH_MIXES.find((one) => one === text);
  if (mix === undefined) throw new Error(`The length is one of ${LENGTH_MIXES.join(', ')}.`);
  return mix;
}

function toWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number.`);
  return Number(text);
}
