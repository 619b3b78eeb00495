// Runs long computations in worker threads. The main thread decides and commits trades, so a user's
// or editor's input must not block it.
import { Outage } from '#platform/outage/outage.ts';
import { TaskStopped } from './task-stopped.ts';
import { startThread } from './thread.ts';
import type { Thread } from './thread.ts';
import type { Task } from './task.ts';

export { TaskStopped } from './task-stopped.ts';
export type { Task } from './task.ts';

export type WorkerPool = {
  /**
   * Runs a task. Throws an Outage if too many tasks wait or the pool is closed, a TaskStopped if
   * the task exceeds its time or memory, and the task's own error.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output>;
  /** Terminates running tasks and rejects waiting ones. */
  close(): Promise<void>;
};

export type WorkerPoolOptions = {
  readonly threadsMax?: number;
  readonly waitingMax?: number;
  /** The maximum heap per thread. */
  readonly heapMaxMb?: number;
};

const THREADS_MAX = 2;
const WAITING_MAX = 64;
const HEAP_MAX_MB = 512;

type Waiting = {
  readonly task: Task<never, unknown>;
  readonly input: unknown;
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Creates a pool. Threads start when there is work and are kept. */
export function createWorkerPool({
  threadsMax = THREADS_MAX,
  waitingMax = WAITING_MAX,
  heapMaxMb = HEAP_MAX_MB,
}: WorkerPoolOptions = {}): WorkerPool {
  const idle: Thread[] = [];
  const busy = new Set<Thread>();
  const waiting: Waiting[] = [];
  let isClosed = false;

  function serve(): void {
    while (waiting.length > 0 && busy.size < threadsMax) {
      const next = waiting.shift();
      if (next !== undefined) void work(idle.pop() ?? startThread(heapMaxMb), next);
    }
  }

  async function work(thread: Thread, { task, input, resolve, reject }: Waiting): Promise<void> {
    busy.add(thread);
    try {
      resolve(await thread.run(task, input));
    } catch (error) {
      reject(isClosed && error instanceof TaskStopped ? closedError() : error);
    } finally {
      busy.delete(thread);
      if (thread.isUsable() && !isClosed) idle.push(thread);
      else await thread.terminate();
      serve();
    }
  }
  return {
    run: async <Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> => {
      if (isClosed) throw closedError();
      if (waiting.length >= waitingMax) throw new Outage('busy', 'Too many computations wait.');
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting.push({ task: task, input, resolve, reject });
      serve();
      // The cast is safe: the task's definition states what its module returns.
      return (await promise) as Output;
    },
    close: async () => {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(closedError());
      await Promise.all([...idle.splice(0), ...busy].map((thread) => thread.terminate()));
    },
  };
}

function closedError(): Outage {
  return new Outage('stopping', 'The program is stopping.');
}
