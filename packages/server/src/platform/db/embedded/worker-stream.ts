// A socket to the worker: what the PostgreSQL driver writes goes to the embedded database as
// messages, one per burst, and its answers come back as data.
import { Duplex } from 'node:stream';

type Callback = (error?: Error | null) => void;

export class WorkerStream extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super({ decodeStrings: true });
    this.#send = send;
  }

  // The driver treats it as a TCP socket.
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed as they come; the driver asks for one thing at a time.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: Callback): void {
    this.#send(Uint8Array.from(chunk));
    callback();
  }

  override _writev(chunks: { chunk: Buffer }[], callback: Callback): void {
    this.#send(Uint8Array.from(Buffer.concat(chunks.map(({ chunk }) => chunk))));
    callback();
  }
}
