import { Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';
import { TaskStopped } from './task-stopped.ts';
import type { Task } from './task.ts';

/** One thread, which runs one task at a time. */
export type Thread = {
  run(task: Task<never, unknown>, input: unknown): Promise<unknown>;
  /**
   * Returns whether the thread can be used; false after a task was stopped: the thread must be
   * replaced.
   */
  isUsable(): boolean;
  terminate(): Promise<void>;
};

const SCRIPT = new URL('./task-worker.ts', import.meta.url);

export function startThread(heapMaxMb: number): Thread {
  // The parent's flags and inputs are not passed on, because they may not suit a worker.
  const worker = new Worker(SCRIPT, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMb },
  });
  // The thread is unreferenced, because an idle one must not keep the program alive.
  worker.unref();
  let isEnded = false;
  let settle: ((outcome: FromThread | Error) => void) | undefined;
  worker.on('message', (message: FromThread) => settle?.(message));
  worker.on('error', (cause) => settle?.(new TaskStopped('memory', { cause })));
  worker.once('exit', () => {
    isEnded = true;
    settle?.(new TaskStopped('memory'));
  });
  return {
    run: async ({ module, timeoutMs }, input) => {
      const { promise, resolve } = Promise.withResolvers<FromThread | Error>();
      settle = resolve;
      const timer = setTimeout(() => {
        isEnded = true;
        resolve(new TaskStopped('time'));
        void worker.terminate();
      }, timeoutMs);
      try {
        worker.postMessage({ module: module.href, input } satisfies ToThread);
        const outcome = await promise;
        if (outcome instanceof Error) throw outcome;
        if (outcome.kind === 'failed') throw outcome.error;
        return outcome.output;
      } finally {
        clearTimeout(timer);
        settle = undefined;
      }
    },
    isUsable: () => !isEnded,
    terminate: async () => {
      isEnded = true;
      await worker.terminate();
    },
  };
}
