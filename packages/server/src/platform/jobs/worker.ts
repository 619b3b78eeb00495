// The worker of a queue. It has a number of slots, and each run has its own, so that a long run
// delays no other. Some slots are reserved for other kinds.
//
// 1. Claim: due_at becomes the end of the lease, attempts increases, so a crash counts as an
// attempt.
//
// 2. Run, with a signal that is aborted at the time limit; the lease is renewed while it runs.
//
// 3. Done, or failed: due again after a delay that doubles, dead after the last attempt.
//
// A run that ignores its signal keeps its slot and lease, so nothing starts twice here or in
// another program. Only a worker that died, or was cut off from the database for a whole lease,
// loses its rows.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { cutSecrets, type Log } from '#platform/log/log.ts';
import type { Tracer } from '#platform/tracing/tracing.ts';
import { Outage } from '#platform/outage/outage.ts';

import { claimWork, failWork, finishWork, purgeWork, type ClaimedWork } from './queue-store.ts';
import { ATTEMPTS_MAX, Run, type RunTimes } from './run.ts';
import type { GivenUp, Queue, WorkDefinition } from './work.ts';

export type WorkerOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
  readonly queue: Queue;
  /** The delay before the next check when nothing was due. */
  readonly pollMs: number;
  readonly times: RunTimes;
  readonly definitions: ReadonlyMap<string, WorkDefinition<unknown>>;
  /** Writes scheduled work in time; called before each check of the queue. */
  readonly plan: () => Promise<void>;
  readonly onGivenUp: (work: GivenUp) => void;
};

const SLOTS_MAX = 12;
/** The maximum slots of one kind; the remaining ones are for other kinds. */
const KIND_SLOTS_MAX = 8;
const OUTAGE_POLLS = 3;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = HOUR_MS;
const PURGE_INTERVAL_MS = HOUR_MS;
const KEPT_MS = 30 * DAY_MS;
const DEAD_KEPT_MS = 365 * DAY_MS;

export const RUN_TIMES: RunTimes = {
  leaseMs: MINUTE_MS,
  renewEveryMs: 15_000,
  runMs: 50_000,
  stopGraceMs: 5_000,
};

/** How long to wait, and whether the end of a run ends the wait. */
type Rest = { readonly restMs: number; readonly isWakeable: boolean };

export class Worker {
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  /** Aborts the runs that are still active some time after the stop. */
  readonly #hurry = new AbortController();
  readonly #runs = new Map<number, { readonly kind: string; readonly done: Promise<void> }>();
  #life: Promise<void> = Promise.resolve();
  /** Set when a run has ended since the queue was last checked. */
  #hasEnded = false;
  #endRest: () => void = () => undefined;
  #wake: () => void = () => undefined;
  #purgedAtMs = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#life = this.#live();
  }

  /**
   * Stops taking work. Runs get `stopGraceMs` to end, and the same again after their signal is
   * aborted; then they are left to their lease.
   */
  async stop(): Promise<void> {
    const { times, log, queue } = this.#options;
    this.#stopping.abort();
    this.#wake();
    await this.#life;
    if (await this.#endWithin(times.stopGraceMs)) return;
    this.#hurry.abort();
    if (await this.#endWithin(times.stopGraceMs)) return;
    const ids = [...this.#runs.keys()];
    log.error({ queue, ids }, 'work runs on although it was told to stop');
  }

  async #endWithin(waitMs: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), waitMs);
    const all = Promise.all([...this.#runs.values()].map(({ done }) => done));
    const isOver = await Promise.race([all.then(() => true), late]);
    clearTimeout(timer);
    return isOver;
  }

  async #live(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#rest(await this.#look());
    }
  }

  /** Starts what is due while there are free slots. */
  async #look(): Promise<Rest> {
    const { log, queue, pollMs, plan } = this.#options;
    this.#hasEnded = false;
    try {
      await plan();
      for (;;) {
        const claimed = await this.#claim();
        if (claimed.length === 0) break;
        for (const work of claimed) this.#begin(work);
      }
      const isMore = await this.#purge();
      return { restMs: isMore ? 0 : pollMs, isWakeable: true };
    } catch (error) {
      if (error instanceof Outage) log.warn({ err: error, queue }, 'queued work waits');
      else log.error({ err: error, queue }, 'a round of queued work failed');
      return { restMs: OUTAGE_POLLS * pollMs, isWakeable: false };
    }
  }

  /** Waits until the time is over, the program stops, or a slot is free while a check is useful. */
  async #rest({ restMs, isWakeable }: Rest): Promise<void> {
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
    this.#wake = wake;
    if (this.#stopping.signal.aborted || (isWakeable && this.#hasEnded)) wake();
    const timer = setTimeout(wake, restMs);
    this.#endRest = isWakeable ? wake : () => undefined;
    await woken;
    clearTimeout(timer);
  }

  /** Takes due rows, only a few at a time for a kind with few slots left. */
  async #claim(): Promise<readonly ClaimedWork[]> {
    const { db, clock, queue, definitions, times } = this.#options;
    const running = Map.groupBy(this.#runs.values(), ({ kind }) => kind);
    const roomOf = (kind: string): number => KIND_SLOTS_MAX - (running.get(kind)?.length ?? 0);
    const kinds = [...definitions.keys()].filter((kind) => roomOf(kind) > 0);
    const limit = Math.min(SLOTS_MAX - this.#runs.size, ...kinds.map(roomOf));
    if (this.#stopping.signal.aborted || kinds.length === 0 || limit <= 0) return [];
    const nowMs = clock.nowMs();
    return await claimWork(db.kysely, queue, {
      kinds,
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + times.leaseMs),
      lease: randomUUID(),
      limit,
      except: [...this.#runs.keys()],
    });
  }

  #begin(work: ClaimedWork): void {
    const { log, queue } = this.#options;
    const done = this.#do(work)
      .catch((error: unknown) => {
        log.error({ err: error, queue, id: work.id }, 'the end of queued work was not written');
      })
      .finally(() => {
        this.#runs.delete(work.id);
        this.#hasEnded = true;
        this.#endRest();
      });
    this.#runs.set(work.id, { kind: work.kind, done });
  }

  async #do(work: ClaimedWork): Promise<void> {
    const { db, clock, log, queue, definitions } = this.#options;
    const definition = definitions.get(work.kind);
    if (definition === undefined) return;
    const run = new Run({ ...this.#options, work, hurry: this.#hurry.signal });
    const entry = { queue, kind: work.kind, id: work.id, attempts: work.attempts };
    try {
      const error = await run.attempt(definition);
      if (error === undefined) {
        const isOurs = await this.#write(
          async () => await finishWork(db.kysely, queue, { work, at: new Date(clock.nowMs()) }),
        );
        if (!isOurs) log.warn(entry, 'work outlived its lease');
        return;
      }
      await this.#fail({ work, error, attemptsMax: definition.attemptsMax ?? ATTEMPTS_MAX });
    } finally {
      run.close();
    }
  }

  async #fail(failed: {
    readonly work: ClaimedWork;
    readonly error: Error;
    readonly attemptsMax: number;
  }): Promise<void> {
    const { db, clock, log, queue } = this.#options;
    const { work, error, attemptsMax } = failed;
    const { id, kind, attempts } = work;
    const entry = { queue, kind, id, attempts };
    const isDead = attempts >= attemptsMax;
    if (isDead) log.error({ ...entry, err: error }, 'work was given up');
    else log.warn({ ...entry, err: error }, 'work failed and will be tried again');
    const nowMs = clock.nowMs();
    const next = isDead
      ? { deadAt: new Date(nowMs) }
      : { dueAt: new Date(nowMs + retryDelayMs(attempts)) };
    // Secrets are cut from the error, because it is stored, shown to staff and mailed to the
    // operator.
    const text = cutSecrets(error.message);
    await this.#write(async () => await failWork(db.kysely, queue, { work, error: text, next }));
    if (isDead) this.#options.onGivenUp({ queue, kind, id, error: text });
  }

  /**
   * Retries a write, so that finished work is not repeated because the database was unavailable at
   * its end.
   */
  async #write<Result>(write: () => Promise<Result>): Promise<Result> {
    const { log, queue, pollMs } = this.#options;
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof Outage) || this.#stopping.signal.aborted) throw error;
        log.warn({ err: error, queue }, 'the end of queued work waits to be written');
        const { signal } = this.#stopping;
        await sleep(OUTAGE_POLLS * pollMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Deletes old rows, one page per check until nothing is left, so that it keeps up with any number
   * of runs.
   */
  async #purge(): Promise<boolean> {
    const { db, clock, queue } = this.#options;
    const nowMs = clock.nowMs();
    if (nowMs - this.#purgedAtMs < PURGE_INTERVAL_MS) return false;
    const isMore = await purgeWork(db.kysely, queue, {
      endedBefore: new Date(nowMs - KEPT_MS),
      deadBefore: new Date(nowMs - DEAD_KEPT_MS),
    });
    if (!isMore) this.#purgedAtMs = nowMs;
    return isMore;
  }
}

/** Returns the delay before a retry: 1 s after the first failure, doubling up to an hour. */
function retryDelayMs(attempts: number): number {
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempts - 1));
}
