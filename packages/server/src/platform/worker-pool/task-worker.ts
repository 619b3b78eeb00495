// The thread of the worker pool: imports a task's module and runs it.
import { parentPort } from 'node:worker_threads';
import { assertPresent } from '@halyard/core/assertion';
import type { FromThread, ToThread } from './messages.ts';

type TaskModule = { readonly run: (input: unknown) => unknown };

const port = assertPresent(parentPort ?? undefined, 'a worker thread');

port.on('message', ({ module, input }: ToThread) => {
  void answer(module, input).then((message) => port.postMessage(message));
});

async function answer(module: string, input: unknown): Promise<FromThread> {
  try {
    const { run } = (await import(module)) as TaskModule;
    return { kind: 'done', output: await run(input) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
