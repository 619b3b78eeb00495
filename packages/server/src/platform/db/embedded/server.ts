// One run of the embedded database: its worker and the driver's connection to it live and die
// together, as a server and its only session.
import { Worker } from 'node:worker_threads';

import pg from 'pg';

import { valueTypes } from '../value-types.ts';
import type { FromWorker, ToWorker, WorkerInput } from './messages.ts';
import { compileProgram } from './program.ts';
import { WorkerStream } from './worker-stream.ts';

export class EmbeddedServer {
  readonly client: pg.Client;
  readonly #worker: Worker;
  readonly #stream: WorkerStream;
  readonly #syncCount: Int32Array;
  readonly #exited: Promise<void>;
  #failure: Error | undefined;

  private constructor(worker: Worker, syncCount: SharedArrayBuffer) {
    this.#worker = worker;
    this.#syncCount = new Int32Array(syncCount);
    this.#stream = new WorkerStream((bytes) => this.#say({ kind: 'bytes', bytes }));
    const stream = this.#stream;
    this.client = new pg.Client({
      stream: () => stream,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      types: valueTypes,
    });
    this.client.on('error', (error) => this.#fail(error));
    worker.on('message', (message: FromWorker) => this.#hear(message));
    worker.on('error', (error: Error) => this.#fail(error));
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#fail(new Error('The embedded database stopped'));
        resolve();
      });
    });
  }

  /** Opens an initialised directory. Rejects when the database does not start. */
  static async start(directory: string): Promise<EmbeddedServer> {
    const syncCount = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const program = await compileProgram();
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
      workerData: { directory, syncCount, program } satisfies WorkerInput,
      // The parent's flags may not suit a worker, and its inputs are not the worker's.
      execArgv: [],
    });
    await answerOf(worker, 'ready');
    const server = new EmbeddedServer(worker, syncCount);
    await server.client.connect();
    return server;
  }

  /** Set once it cannot be used any more. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  get hostSyncs(): number {
    return Atomics.load(this.#syncCount, 0);
  }

  /** Closes the database; what was committed is on the disk before it resolves. */
  async stop(): Promise<void> {
    if (this.#failure === undefined) {
      const closed = answerOf(this.#worker, 'closed');
      this.#say({ kind: 'close' });
      await closed;
    }
    await this.abandon();
  }

  /** Ends the worker as it is. The next start recovers from the log. */
  async abandon(): Promise<void> {
    await this.#worker.terminate();
    await this.#exited;
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    if (message.kind === 'bytes') {
      for (const chunk of message.chunks) this.#stream.push(chunk);
    } else if (message.kind === 'failed') {
      this.#fail(new Error(message.message));
    }
  }

  #fail(error: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.#stream.destroy(error);
  }
}

function answerOf(worker: Worker, kind: 'ready' | 'closed'): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (message: FromWorker): void => {
      if (message.kind === kind) settle();
      else if (message.kind === 'failed') settle(new Error(message.message));
    };
    const fail = (error: Error): void => settle(error);
    const exit = (): void => settle(new Error('The embedded database stopped'));
    const settle = (error?: Error): void => {
      worker.off('message', hear).off('error', fail).off('exit', exit);
      if (error === undefined) resolve();
      else reject(error);
    };
    worker.on('message', hear).on('error', fail).on('exit', exit);
  });
}
