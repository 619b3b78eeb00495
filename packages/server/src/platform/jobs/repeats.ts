// Repeated work while the program runs. The worker plans each run independently of the previous
// one, so a failed run does not prevent the next.
import * as z from 'zod/mini';

import type { Clock } from '#platform/clock/clock.ts';

import type { NewJob, Repeat, WorkDefinition } from './work.ts';

export type RepeatsOptions = {
  readonly clock: Clock;
  readonly enqueue: (job: NewJob) => Promise<void>;
};

export class Repeats {
  readonly #options: RepeatsOptions;
  readonly #planned = new Map<string, { readonly everyMs: number; turn: number }>();

  constructor(options: RepeatsOptions) {
    this.#options = options;
  }

  add({ kind, everyMs, run }: Repeat): WorkDefinition<object> {
    this.#planned.set(kind, { everyMs, turn: 0 });
    return {
      payload: z.object({}),
      run: async (_payload, { signal }) => await run(signal),
    };
  }

  /**
   * Ensures that each repeated task has its next run. Runs start at multiples of the interval,
   * which is their key.
   */
  async plan(): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    for (const [kind, planned] of this.#planned) {
      const turn = Math.floor(nowMs / planned.everyMs) + 1;
      if (turn === planned.turn) continue;
      await this.#options.enqueue({
        kind,
        key: String(turn),
        payload: {},
        notBeforeMs: turn * planned.everyMs,
      });
      planned.turn = turn;
    }
  }
}
