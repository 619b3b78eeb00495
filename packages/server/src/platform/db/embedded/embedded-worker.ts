// The worker thread that runs the embedded database: it takes wire protocol and gives wire
// protocol. A failed fsync or an abort answers nothing any more, so that no commit is
// acknowledged that the disk has not got.
import { parentPort, workerData } from 'node:worker_threads';

import { PGlite } from '@electric-sql/pglite';

import { DurableFiles } from './durable-files.ts';
import type { FromWorker, ToWorker, WorkerInput } from './messages.ts';
import { START_PARAMETERS } from './start-parameters.ts';

const port = parentPort;
if (port === null) throw new Error('embedded-worker.ts runs in a worker thread only.');

const input = workerData as WorkerInput;
const files = new DurableFiles(input.directory, new Int32Array(input.syncCount));
let pglite: PGlite | undefined;

function say(message: FromWorker): void {
  port?.postMessage(message);
}

function fail(message: string): void {
  say({ kind: 'failed', message });
  port?.close();
}

async function start(): Promise<void> {
  pglite = await PGlite.create({
    fs: files,
    startParams: [...START_PARAMETERS],
    pgliteWasmModule: input.program,
  });
  if (files.failure !== undefined) throw new Error(files.failure);
  say({ kind: 'ready' });
}

async function serve(bytes: Uint8Array): Promise<void> {
  if (pglite === undefined) throw new Error('The embedded database is not started.');
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  await pglite.execProtocolRawStream(bytes, {
    syncToFs: false,
    onRawData: (data) => chunks.push(data.slice()),
  });
  if (files.failure !== undefined) throw new Error(files.failure);
  if (chunks.length > 0) say({ kind: 'bytes', chunks });
}

async function close(): Promise<void> {
  await pglite?.close();
  if (files.failure !== undefined) throw new Error(files.failure);
  say({ kind: 'closed' });
  port?.close();
}

// One message after another: the database serves a single session.
let work = start();
work.catch((error: unknown) => fail(String(error)));
port.on('message', (message: ToWorker) => {
  work = work
    .then(() => (message.kind === 'close' ? close() : serve(message.bytes)))
    .catch((error: unknown) => {
      fail(String(error));
      throw error;
    });
  work.catch(() => undefined);
});
