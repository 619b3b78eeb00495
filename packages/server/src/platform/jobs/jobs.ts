// Work that must happen although the process may die: `jobs` are things to do at a time, `outbox`
// holds what leaves the house, in order per stream. Both are written in the caller's transaction
// and done by one worker at least once, so a handler must bear being run again.
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';

export type NewJob = {
  readonly kind: string;
  /** A second job of the same kind and key is the same job: it is not written again. */
  readonly key?: string;
  readonly payload: object;
  /** Default: at once. */
  readonly notBeforeMs?: number;
};

export type NewMessage = {
  readonly channel: string;
  /** Messages of one channel and stream leave in the order they were posted. */
  readonly stream: string;
  readonly key?: string;
  readonly payload: object;
};

export type WorkDefinition<Payload> = {
  readonly payload: z.ZodMiniType<Payload>;
  /** Throws to be tried again, with growing delay, at most `attemptsMax` times. */
  run(
    payload: Payload,
    attempt: { readonly number: number; readonly signal: AbortSignal },
  ): Promise<void>;
  readonly attemptsMax?: number;
};

/** What the worker gave up on; it stays until a person looks at it. */
export type DeadWork = {
  readonly id: string;
  readonly queue: 'jobs' | 'outbox';
  readonly kind: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly failedAtMs: number;
};

export type Jobs = {
  /** Says how jobs of this kind are done; before `start`. */
  handle<Payload>(kind: string, definition: WorkDefinition<Payload>): void;
  /** Says how messages of this channel are delivered; before `start`. */
  carry<Payload>(channel: string, definition: WorkDefinition<Payload>): void;
  /** Commits with the caller's transaction. */
  enqueue(db: Kysely<object>, job: NewJob): Promise<void>;
  post(db: Kysely<object>, message: NewMessage): Promise<void>;
  listDead(limit: number): Promise<readonly DeadWork[]>;
  start(): void;
  /** Takes no more work and waits for what runs. */
  stop(): Promise<void>;
};

export type JobsOptions = { readonly db: Database; readonly clock: Clock; readonly log: Log };

export declare function createJobs(options: JobsOptions): Jobs;
