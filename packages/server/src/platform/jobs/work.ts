// The contents of the queues and their handlers.
import type * as z from 'zod/mini';

export const QUEUES = ['jobs', 'outbox'] as const;
export type Queue = (typeof QUEUES)[number];

export type NewJob = {
  readonly kind: string;
  /**
   * The key of the job. A second job with the same kind and key is the same job and is not stored
   * again.
   */
  readonly key?: string;
  readonly payload: object;
  /** The earliest time; default: at once. */
  readonly notBeforeMs?: number;
};

/** Repeated work, at multiples of an interval. */
export type Repeat = {
  readonly kind: string;
  readonly everyMs: number;
  /**
   * Runs the work. It throws to be retried, and checks the signal, which is aborted at its time
   * limit.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
};

export type NewMessage = {
  readonly channel: string;
  /**
   * The stream of the message: messages of one channel and stream are sent in the order in which
   * they were posted.
   */
  readonly stream: string;
  readonly key?: string;
  readonly payload: object;
};

export type Attempt = {
  /** The number of the attempt, from 1. */
  readonly number: number;
  /**
   * Aborted at the attempt's time limit or when the program stops: the handler ends as soon as it
   * can. The next attempt starts only after this one has ended.
   */
  readonly signal: AbortSignal;
};

export type WorkDefinition<Payload> = {
  readonly payload: z.ZodMiniType<Payload>;
  /** Throws to be retried, with growing delay, at most `attemptsMax` times. */
  run(payload: Payload, attempt: Attempt): Promise<void>;
  readonly attemptsMax?: number;
};

/**
 * Waiting work of one kind that is neither done nor failed; `lateMs` is how overdue its oldest row
 * is.
 */
export type WaitingWork = {
  readonly queue: Queue;
  readonly kind: string;
  readonly count: number;
  readonly lateMs: number;
};

/** Work that has just failed permanently. */
export type GivenUp = {
  readonly queue: Queue;
  readonly kind: string;
  readonly id: number;
  readonly error: string;
};

/** Work that failed permanently; it is kept for a year, for a person to check. */
export type DeadWork = {
  readonly id: number;
  readonly queue: Queue;
  readonly kind: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly failedAtMs: number;
};
