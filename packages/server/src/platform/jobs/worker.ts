// The worker of a queue. Each round claims what is due, under a lease, and does it; a
// worker that dies leaves the row to whoever comes when the lease is over.
//
// 1  claim: due_at becomes the end of the lease, attempts grows: a crash counts as an attempt
// 2  run, with a signal that ends before the lease does
// 3  done, or failed: due again after a delay that doubles, dead after the last attempt
import { randomUUID } from 'node:crypto';

import { parseInput } from '@halyard/contract/parse-input';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

import { claimWork, failWork, finishWork, purgeWork, type ClaimedWork } from './queue-store.ts';
import type { GivenUp, Queue, WorkDefinition } from './work.ts';

export type WorkerOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly queue: Queue;
  /** How long the worker rests when nothing was due. */
  readonly pollMs: number;
  readonly definitions: ReadonlyMap<string, WorkDefinition<unknown>>;
  /** Writes what is to be done in time; before each round. */
  readonly plan: () => Promise<void>;
  readonly onGivenUp: (work: GivenUp) => void;
};

const ATTEMPTS_MAX = 12;
const LEASE_MS = MINUTE_MS;
/** The run is told to stop this long before its lease ends, so that two never do the same work. */
const LEASE_MARGIN_MS = 10_000;
const STOP_GRACE_MS = 5000;
const CLAIM_ROWS_MAX = 8;
const OUTAGE_POLLS = 3;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = HOUR_MS;
const PURGE_INTERVAL_MS = HOUR_MS;
const KEPT_MS = 30 * DAY_MS;
const DEAD_KEPT_MS = 365 * DAY_MS;

export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  /** Ends the runs that are still going some time after the stop. */
  readonly #hurry = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #purgedAtMs = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#scheduleIn(0);
  }

  /** Takes no more work; what runs has STOP_GRACE_MS to end. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    const timer = setTimeout(() => this.#hurry.abort(), STOP_GRACE_MS);
    await this.#round;
    clearTimeout(timer);
  }

  #scheduleIn(delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#runRound().then((nextMs) => this.#scheduleIn(nextMs));
    }, delayMs);
  }

  /** Gives the milliseconds until the next round. */
  async #runRound(): Promise<number> {
    const { log, queue, pollMs, plan } = this.#options;
    try {
      await plan();
      const claimed = await this.#claim();
      const ends = await Promise.allSettled(claimed.map((work) => this.#do(work)));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      await this.#purge();
      return claimed.length > 0 ? 0 : pollMs;
    } catch (error) {
      if (error instanceof Outage) log.warn({ err: error, queue }, 'queued work waits');
      else log.error({ err: error, queue }, 'a round of queued work failed');
      return OUTAGE_POLLS * pollMs;
    }
  }

  async #claim(): Promise<readonly ClaimedWork[]> {
    const { db, clock, queue, definitions } = this.#options;
    const nowMs = clock.nowMs();
    return claimWork(db.kysely, queue, {
      kinds: [...definitions.keys()],
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + LEASE_MS),
      lease: randomUUID(),
      limit: CLAIM_ROWS_MAX,
    });
  }

  async #do(work: ClaimedWork): Promise<void> {
    const { db, clock, log, queue, definitions } = this.#options;
    const definition = definitions.get(work.kind);
    if (definition === undefined) return;
    const attemptsMax = definition.attemptsMax ?? ATTEMPTS_MAX;
    const error = await attempt(definition, work, this.#hurry.signal);
    const nowMs = clock.nowMs();
    const entry = { queue, kind: work.kind, id: work.id, attempts: work.attempts };
    if (error === undefined) {
      const isOurs = await finishWork(db.kysely, queue, { work, at: new Date(nowMs) });
      if (!isOurs) log.warn(entry, 'work outlived its lease');
      return;
    }
    const isDead = work.attempts >= attemptsMax;
    if (isDead) log.error({ ...entry, err: error }, 'work was given up');
    else log.warn({ ...entry, err: error }, 'work failed and will be tried again');
    const next = isDead
      ? { deadAt: new Date(nowMs) }
      : { dueAt: new Date(nowMs + retryDelayMs(work.attempts)) };
    await failWork(db.kysely, queue, { work, error: error.message, next });
    if (isDead) {
      const { kind, id } = work;
      this.#options.onGivenUp({ queue, kind, id, error: error.message });
    }
  }

  /** A page in each round until nothing is left, so that it keeps up with any number of rounds. */
  async #purge(): Promise<void> {
    const { db, clock, queue } = this.#options;
    const nowMs = clock.nowMs();
    if (nowMs - this.#purgedAtMs < PURGE_INTERVAL_MS) return;
    const isMore = await purgeWork(db.kysely, queue, {
      endedBefore: new Date(nowMs - KEPT_MS),
      deadBefore: new Date(nowMs - DEAD_KEPT_MS),
    });
    if (!isMore) this.#purgedAtMs = nowMs;
  }
}

/** 1 s after the first failure, doubling up to an hour. */
function retryDelayMs(attempts: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempts - 1));
}

async function attempt(
  definition: WorkDefinition<unknown>,
  work: ClaimedWork,
  hurry: AbortSignal,
): Promise<Error | undefined> {
  // Only a worker that died in the last attempt leaves such a row.
  if (work.attempts > (definition.attemptsMax ?? ATTEMPTS_MAX)) {
    return new Error('The worker died in the last attempt');
  }
  const payload = parseInput(definition.payload, work.payload);
  if (!payload.ok) return new Error(`The payload is not valid: ${JSON.stringify(payload.errors)}`);
  const signal = AbortSignal.any([AbortSignal.timeout(LEASE_MS - LEASE_MARGIN_MS), hurry]);
  const { promise: outOfTime, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error('The attempt took too long')));
  try {
    const run = definition.run(payload.value, { number: work.attempts, signal });
    await Promise.race([run, outOfTime]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
