// One run of a queue row: it ends when the handler has ended, and holds the row's lease until then.
// The handler's signal is aborted at its time limit, when the program stops, and when the lease
// can't be extended.
import { parseInput } from '@halyard/contract/parse-input';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { SpanInfo, Tracer } from '#platform/tracing/tracing.ts';

import { renewWork, type ClaimedWork } from './queue-store.ts';
import type { Queue, WorkDefinition } from './work.ts';

export const ATTEMPTS_MAX = 12;

export type RunTimes = {
  /** How long other workers ignore a row after its lease was taken or renewed. */
  readonly leaseMs: number;
  /**
   * How often the lease is renewed: several times per lease, so that one failure does not lose it.
   */
  readonly renewEveryMs: number;
  /** How long a run may take before its signal is aborted. */
  readonly runMs: number;
  readonly stopGraceMs: number;
};

export type RunOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
  readonly queue: Queue;
  readonly times: RunTimes;
  readonly work: ClaimedWork;
  /** Aborted when the program stops. */
  readonly hurry: AbortSignal;
};

/** Owns the renewal of the lease; `close` ends it. */
export class Run {
  readonly #options: RunOptions;
  /** Aborted when other workers can take the row. */
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #heldSinceMs = performance.now();
  #isClosed = false;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#renewLater();
  }

  /** Runs the handler to its end. Returns why it failed. */
  async attempt(definition: WorkDefinition<unknown>): Promise<Error | undefined> {
    const { work, times, hurry, tracer } = this.#options;
    // Only a worker that died in the last attempt leaves a row with too many attempts.
    if (work.attempts > (definition.attemptsMax ?? ATTEMPTS_MAX)) {
      return new Error('The worker died in the last attempt');
    }
    const payload = parseInput(definition.payload, work.payload);
    if (!payload.ok)
      return new Error(`The payload is not valid: ${JSON.stringify(payload.errors)}`);
    const outOfTime = new AbortController();
    const signal = AbortSignal.any([outOfTime.signal, hurry, this.#lost.signal]);
    const timer = setTimeout(() => {
      const { queue, log } = this.#options;
      const { id, kind } = work;
      log.warn({ queue, kind, id, runMs: times.runMs }, 'work takes too long and is told to stop');
      outOfTime.abort(new Error('The attempt took too long'));
    }, times.runMs);
    try {
      const run = async (): Promise<void> =>
        await definition.run(payload.value, { number: work.attempts, signal });
      if (tracer === undefined) await run();
      else await tracer.trace(this.#spanInfo(), run);
      return undefined;
    } catch (error) {
      if (outOfTime.signal.aborted) return new Error('The attempt took too long', { cause: error });
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  #spanInfo(): SpanInfo {
    const { queue, work } = this.#options;
    const values = { 'halyard.work_id': work.id, 'halyard.attempt': work.attempts };
    return { name: `${queue} ${work.kind}`, kind: 'internal', values };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#options.times.renewEveryMs);
    this.#timer.unref();
  }

  async #renew(): Promise<void> {
    const { db, clock, log, queue, times, work } = this.#options;
    const { id, kind } = work;
    const askedAtMs = performance.now();
    try {
      const until = new Date(clock.nowMs() + times.leaseMs);
      if (await renewWork(db.kysely, queue, { work, until })) this.#heldSinceMs = askedAtMs;
      else if (!this.#isClosed) this.#lose('another worker has it');
    } catch (error) {
      log.warn({ err: error, queue, kind, id }, 'the lease of queued work was not renewed');
      const endsAtMs = this.#heldSinceMs + times.leaseMs - times.renewEveryMs;
      if (performance.now() >= endsAtMs) this.#lose('the database did not renew it');
    }
    if (!this.#isClosed && !this.#lost.signal.aborted) this.#renewLater();
  }

  #lose(why: string): void {
    this.#lost.abort(new Error(`The lease was lost: ${why}`));
  }
}
