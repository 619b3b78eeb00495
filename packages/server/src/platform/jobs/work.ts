// What the queues hold and how it is done.
import type * as z from 'zod/mini';

export const QUEUES = ['jobs', 'outbox'] as const;
export type Queue = (typeof QUEUES)[number];

export type NewJob = {
  readonly kind: string;
  /** A second job of the same kind and key is the same job: it is not written again. */
  readonly key?: string;
  readonly payload: object;
  /** Default: at once. */
  readonly notBeforeMs?: number;
};

/** Work that is done again and again, at the multiples of an interval. */
export type Repeat = {
  readonly kind: string;
  readonly everyMs: number;
  /** Throws to be tried again; looks at the signal, which is aborted when its time is over. */
  readonly run: (signal: AbortSignal) => Promise<void>;
};

export type NewMessage = {
  readonly channel: string;
  /** Messages of one channel and stream leave in the order they were posted. */
  readonly stream: string;
  readonly key?: string;
  readonly payload: object;
};

export type Attempt = {
  /** From 1. */
  readonly number: number;
  /**
   * Aborted when the time for this attempt is over, or the program stops: the handler ends as soon
   * as it can. The next attempt begins only after this one has ended.
   */
  readonly signal: AbortSignal;
};

export type WorkDefinition<Payload> = {
  readonly payload: z.ZodMiniType<Payload>;
  /** Throws to be tried again, with growing delay, at most `attemptsMax` times. */
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

/** What was just given up. */
export type GivenUp = {
  readonly queue: Queue;
  readonly kind: string;
  readonly id: number;
  readonly error: string;
};

/** What the worker gave up on; it stays for a year, for a person to look at it. */
export type DeadWork = {
  readonly id: number;
  readonly queue: Queue;
  readonly kind: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly failedAtMs: number;
};
