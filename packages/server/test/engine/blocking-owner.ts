// An engine in a thread of its own, whose event loop can be blocked as by a long computation.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '#platform/db/db.ts';
import { startEngine } from './engine-fixture.ts';

/** Blocks so often, with pauses in which the loop turns. */
export type Block = { readonly forMs: number; readonly times: number; readonly pauseMs: number };

const db = await openDatabase({ url: String(workerData), directory: '', onError: () => undefined });
await startEngine(db);
parentPort?.on('message', ({ forMs, times, pauseMs }: Block) => void block(forMs, times, pauseMs));
parentPort?.postMessage('ready');

async function block(forMs: number, times: number, pauseMs: number): Promise<void> {
  const nothing = new Int32Array(new SharedArrayBuffer(4));
  for (let time = 0; time < times; time += 1) {
    Atomics.wait(nothing, 0, 0, forMs);
    await sleep(pauseMs);
  }
  parentPort?.postMessage('over');
}
