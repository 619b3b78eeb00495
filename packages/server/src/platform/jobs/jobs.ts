// Work that must happen even if the process dies: `jobs` are tasks with a due time, `outbox` holds
// outgoing messages, in order per stream. Both are written in the caller's transaction and executed
// at least once, so handlers must be idempotent.
import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';

import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import type { Tracer } from '#platform/tracing/tracing.ts';

import { countWaitingWork, deleteStream, insertWork, listDeadWork } from './queue-store.ts';
import { Repeats } from './repeats.ts';
import {
  QUEUES,
  type DeadWork,
  type GivenUp,
  type NewJob,
  type NewMessage,
  type Queue,
  type Repeat,
  type WaitingWork,
  type WorkDefinition,
} from './work.ts';
import type { RunTimes } from './run.ts';
import { RUN_TIMES, Worker } from './worker.ts';

export { deleteInPages } from './delete-in-pages.ts';
export type { DeadWork, GivenUp, NewJob, NewMessage, WaitingWork, WorkDefinition } from './work.ts';

export type Jobs = {
  /** Registers the handler of a kind of job. Call it before `start`. */
  handle<Payload>(kind: string, definition: WorkDefinition<Payload>): void;
  /** Registers the handler of a message channel. Call it before `start`. */
  carry<Payload>(channel: string, definition: WorkDefinition<Payload>): void;
  /** Runs work once in each interval after `start`, whatever its result. Call it before `start`. */
  repeat(repeat: Repeat): void;
  /** Adds a job that commits with the caller's transaction. */
  enqueue(db: Kysely<object>, job: NewJob): Promise<void>;
  post(db: Kysely<object>, message: NewMessage): Promise<void>;
  /** Deletes the messages of a stream in any state; returns their keys. */
  discard(
    db: Kysely<object>,
    which: { readonly channel: string; readonly stream: string },
  ): Promise<readonly string[]>;
  /**
   * Registers a listener that is called after work has failed permanently and that is committed.
   */
  onGivenUp(listener: (work: GivenUp) => void): void;
  /** Returns the newest failed work of each queue. */
  listDead(limit: number): Promise<readonly DeadWork[]>;
  /** Returns how much work of each defined kind waits. */
  countWaiting(): Promise<readonly WaitingWork[]>;
  start(): void;
  /** Stops taking work and waits for what runs. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Traces each run; without it none is traced. */
  readonly tracer?: Tracer | undefined;
  /** How often the queues are checked while nothing is due. */
  readonly pollMs?: number | undefined;
  /** The time limits of runs: the production values, unless a test needs shorter ones. */
  readonly times?: RunTimes | undefined;
};

const POLL_MS = 1000;
const PAYLOAD_BYTES_MAX = 65_536;

export function createJobs(options: JobsOptions): Jobs {
  const { db, clock, pollMs = POLL_MS, times = RUN_TIMES } = options;
  const definitions = {
    jobs: new Map<string, WorkDefinition<unknown>>(),
    outbox: new Map<string, WorkDefinition<unknown>>(),
  };
  const listeners: ((work: GivenUp) => void)[] = [];
  const onGivenUp = (work: GivenUp): void => listeners.forEach((listener) => listener(work));
  const enqueue = async (executor: Kysely<object>, job: NewJob): Promise<void> => {
    const nowMs = clock.nowMs();
    await insertWork(executor, 'jobs', {
      kind: job.kind,
      stream: '',
      key: job.key ?? randomUUID(),
      payload: toPayload(job.payload),
      createdAt: new Date(nowMs),
      dueAt: new Date(job.notBeforeMs ?? nowMs),
    });
  };
  const repeats = new Repeats({ clock, enqueue: async (job) => await enqueue(db.kysely, job) });
  const plans = { jobs: async () => await repeats.plan(), outbox: async () => undefined };
  const workers = QUEUES.map(
    (queue) =>
      new Worker({
        ...options,
        pollMs,
        times,
        queue,
        definitions: definitions[queue],
        plan: plans[queue],
        onGivenUp,
      }),
  );
  return {
    handle: (kind, definition) => define(definitions.jobs, kind, definition),
    carry: (channel, definition) => define(definitions.outbox, channel, definition),
    repeat: (repeat) => define(definitions.jobs, repeat.kind, repeats.add(repeat)),
    enqueue,
    post: async (executor, message) => {
      const now = new Date(clock.nowMs());
      await insertWork(executor, 'outbox', {
        kind: message.channel,
        stream: message.stream,
        key: message.key ?? randomUUID(),
        payload: toPayload(message.payload),
        createdAt: now,
        dueAt: now,
      });
    },
    discard: deleteStream,
    onGivenUp: (listener) => void listeners.push(listener),
    listDead: async (limit) => {
      const lists = await Promise.all(QUEUES.map((queue) => listDeadWork(db.kysely, queue, limit)));
      return lists.flat();
    },
    countWaiting: async () => await countAll(options, definitions),
    start: () => {
      for (const worker of workers) worker.start();
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

async function countAll(
  { db, clock }: Pick<JobsOptions, 'db' | 'clock'>,
  definitions: Readonly<Record<Queue, ReadonlyMap<string, unknown>>>,
): Promise<readonly WaitingWork[]> {
  const now = new Date(clock.nowMs());
  const count = async (queue: Queue): Promise<readonly WaitingWork[]> =>
    await countWaitingWork(db.kysely, queue, { kinds: [...definitions[queue].keys()], now });
  return (await Promise.all(QUEUES.map(count))).flat();
}

function define<Payload>(
  definitions: Map<string, WorkDefinition<unknown>>,
  kind: string,
  definition: WorkDefinition<Payload>,
): void {
  if (definitions.has(kind)) throw new Error(`Work of the kind ${kind} is defined twice`);
  definitions.set(kind, definition);
}

function toPayload(payload: object): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > PAYLOAD_BYTES_MAX) throw new RangeError('A payload is too large');
  return text;
}
