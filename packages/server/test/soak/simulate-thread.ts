// A thread of the soak `simulate`: runs the lots of seeds that it is given, one after the other.
import { parentPort } from 'node:worker_threads';

import { count } from '../simulation/injected-failures.ts';
import type { Counts } from '../simulation/injected-failures.ts';
import { simulate } from '../simulation/simulate.ts';
import { lengthOf } from './run-length.ts';
import type { LengthMix } from './run-length.ts';

export type Lot = {
  readonly from: number;
  readonly seeds: number;
  readonly mix: LengthMix;
  readonly hasEdges: boolean;
};

export type LotResult = {
  /** As far as the first that failed, which is among them. */
  readonly seeds: number;
  readonly counts: Counts;
  readonly failure: string | undefined;
};

// Outages are thrown by the hundred in every run, and looking up where costs a tenth of the time.
// The replay of a seed that fails tells.
Error.stackTraceLimit = 0;

async function runLot({ from, seeds, mix, hasEdges }: Lot): Promise<LotResult> {
  const all: Counts = new Map();
  for (let done = 1; done <= seeds; done += 1) {
    const seed = from + done - 1;
    const length = lengthOf(seed, mix);
    const { counts, failure } = await simulate(seed, {
      isTraced: false,
      length,
      hasEdges,
    });
    count(all, `a ${length} run`);
    for (const [name, times] of counts) count(all, name, times);
    if (failure !== undefined) {
      const how = hasEdges ? ' --edges' : '';
      const again = `npm run soak -- simulate --seed ${seed} --length ${length}${how}`;
      const text = `SEED ${seed} FAILED: ${failure}\nReplay it with: ${again}`;
      return { seeds: done, counts: all, failure: text };
    }
  }
  return { seeds, counts: all, failure: undefined };
}

parentPort?.on('message', (lot: Lot) => {
  // A rejection ends the thread, and its owner is told why.
  void runLot(lot).then((result) => parentPort?.postMessage(result));
});
