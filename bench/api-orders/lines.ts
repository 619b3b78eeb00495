// The connections of the orders bench: HTTP and WebSockets, where reading a reply costs as little
// as possible.
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';

const HEAD_END = '\r\n\r\n';

/** A kept HTTP connection: it sends a request and reads the complete reply before the next one. */
export class HttpLine {
  readonly #socket: Socket;
  readonly #head: string;
  #data: Buffer = Buffer.alloc(0);
  #answered: PromiseWithResolvers<string> | undefined;

  constructor(port: number, key: string) {
    this.#head = `HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (data) => this.#take(data));
    this.#socket.on('error', (error) => this.#answered?.reject(error));
  }

  /** Returns the body of the reply; rejects if its status is not a success. */
  async post(path: string, body: string, idempotencyKey?: string): Promise<string> {
    this.#answered = Promise.withResolvers<string>();
    const key = idempotencyKey === undefined ? '' : `idempotency-key: ${idempotencyKey}\r\n`;
    this.#socket.write(
      `POST ${path} ${this.#head}${key}content-length: ${body.length}\r\n\r\n${body}`,
    );
    return await this.#answered.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    this.#data = this.#data.length === 0 ? data : Buffer.concat([this.#data, data]);
    const end = this.#data.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#data.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const bodyAt = end + HEAD_END.length;
    if (this.#data.length < bodyAt + length) return;
    const body = this.#data.toString('utf8', bodyAt, bodyAt + length);
    this.#data = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 20')) this.#answered?.resolve(body);
    else this.#answered?.reject(new Error(`${head}\n${body}`));
  }
}

/** A WebSocket on which a caller waits for a message that contains a certain text. */
export class WebSocketLine {
  readonly #socket: WebSocket;
  readonly #waiting = new Set<{ readonly part: string; resolve(text: string): void }>();

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('message', (data: Buffer) => {
      const text = data.toString();
      // Engine.IO's ping.
      if (text === '2') this.#socket.send('3');
      for (const one of this.#waiting) {
        if (!text.includes(one.part)) continue;
        this.#waiting.delete(one);
        one.resolve(text);
      }
    });
  }

  async opened(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.once('open', resolve);
      this.#socket.once('error', reject);
    });
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  /** Returns the first message from now on that contains the text. */
  async next(part: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    this.#waiting.add({ part, resolve });
    return await promise;
  }

  close(): void {
    this.#socket.terminate();
  }
}
