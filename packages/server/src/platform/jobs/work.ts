// The contents of the queues and their handlers.
import type * as z from 'zod/mini';

export const QUEUES = ['jobs', 'outbox'] as const;
export type Queue = (typeof QUEUES)[number];

export type NewJob = {
  readonly kind: string;
  /** A second job with the same kind and key is the same job and is not stored again. */
  readonly key?: string;
  readonly payload: object;
  /** Default: at once. */
  readonly notBeforeMs?: number;
};

/** Repeated work, at multiples of an interval. */
export type Repeat = {
  readonly kind: string;
  readonly everyMs: number;
  /** Throws to be retried; checks the signal, which is aborted at its time limit. */
  readonly run: (signal: AbortSignal) => Promise<void>;
};

export type NewMessage = {
  readonly channel: string;
  /** Messages of one channel and stream are sent in the order in which they were posted. */
  readonly stream: string;
  readonly key?: string;
  readonly payload: object;
};

export type Attempt = {
  /** From 1. */
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

/** Work of one kind that is neither done nor given up; `lateMs` of what should have begun first. */
export type WaitingWork = {
  readonly queue: Queue;
  readonly kind: string;
  readonly count: number;
  readonly lateMs: number;
};

/** Work that was just given up. */
export type GivenUp = {
  readonly queue: Queue;
  readonly kind: string;
  readonly id: number;
  readonly error: string;
};

/** Work that the worker gave up; it is kept for a year, for a person to check. */
export type DeadWork = {
  readonly id: number;
  readonly queue: Queue;
  readonly kind: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly failedAtMs: number;
};
