// One client connection: its subscriptions, what it may send, and what waits while it reads slowly.
import { parseInput } from '@halyard/contract/parse-input';
import type { Rejection } from '@halyard/contract/rejections';
import { ClientMessage, CLOSE_CODES, SUBSCRIPTIONS_MAX } from '@halyard/contract/v1/stream';
import { toProblem } from '@halyard/contract/v1/problem';
import type { KeyHolder } from '#features/api-keys/api-keys.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { createBucket, hasNul } from '#platform/http/http.ts';
import type { Bucket } from '#platform/http/http.ts';
import type { WebSocket } from '#platform/web-socket/web-socket.ts';
import type { Channel, Subscriber } from './subscriber.ts';

const MESSAGES = { perSecond: 10, burst: 100 };
/** Beyond this many waiting bytes only the latest frame of each price channel is sent. */
const CONFLATED_BEYOND = 65_536;
/** Beyond this many waiting bytes a client that streams an account is disconnected. */
const WAITING_BYTES_MAX = 2_000_000;

export type FoundChannel =
  | { readonly kind: 'channel'; readonly channel: Channel }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type ConnectionOptions = {
  readonly socket: WebSocket;
  readonly holder: KeyHolder;
  readonly requestId: string;
  readonly clock: Clock;
  findChannel(holder: KeyHolder, name: string): FoundChannel;
};

export class Connection implements Subscriber {
  readonly holder: KeyHolder;
  readonly #options: ConnectionOptions;
  readonly #socket: WebSocket;
  readonly #bucket: Bucket;
  readonly #channels = new Map<string, Channel>();
  /** The frame of each channel that waits until the client reads. */
  readonly #offered = new Map<string, string>();
  #isAlive = true;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.holder = options.holder;
    this.#socket = options.socket;
    this.#bucket = createBucket(MESSAGES, options.clock);
    // By default `binaryType` delivers each message as one Buffer.
    this.#socket.on('message', (data: Buffer, isBinary) =>
      this.#receive(data.toString(), isBinary),
    );
    this.#socket.on('pong', () => (this.#isAlive = true));
    this.#socket.on('close', () => this.#leave());
    // Errors of a broken frame or connection are ignored here, because `close` follows.
    this.#socket.on('error', () => undefined);
  }

  deliver(text: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(text);
    if (this.#socket.bufferedAmount > WAITING_BYTES_MAX) {
      this.end(CLOSE_CODES.tooSlow, 'the client reads too slowly');
    }
  }

  offer(channel: string, text: string): void {
    if (this.#isBehind()) this.#offered.set(channel, text);
    else this.deliver(text);
  }

  /** Sends what waited and, to clients that keep up, the position of each channel. */
  beat(): void {
    this.flush();
    if (this.#isBehind()) return;
    const at = this.#now();
    for (const [channel, { position }] of this.#listPositions()) {
      this.deliver(JSON.stringify({ channel, ...position, type: 'heartbeat', at }));
    }
  }

  flush(): void {
    for (const [channel, text] of this.#offered) {
      if (this.#isBehind()) return;
      this.#offered.delete(channel);
      this.deliver(text);
    }
  }

  /**
   * Ends a connection whose client has not answered the last ping; otherwise sends the next ping.
   */
  ping(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping();
  }

  /** Sends the reason and ends the connection immediately: no frame follows. */
  refuse(rejection: Rejection, code: number): void {
    this.#sendError(null, rejection);
    this.end(code, rejection.code);
  }

  /** Ends the connection. Nothing is sent any more, whether the client agrees or not. */
  end(code: number, reason: string): void {
    this.#leave();
    this.#socket.close(code, reason);
    // Terminates the socket, because the answer to the close frame may never arrive.
    setTimeout(() => this.#socket.terminate(), TERMINATE_AFTER_MS).unref();
  }

  *#listPositions() {
    for (const [name, channel] of this.#channels) {
      const position = channel.position();
      if (position !== undefined) yield [name, { position }] as const;
    }
  }

  #isBehind(): boolean {
    return this.#socket.bufferedAmount > CONFLATED_BEYOND;
  }

  #receive(text: string, isBinary: boolean): void {
    if (this.#bucket.take() > 0) {
      this.refuse({ code: 'too-many' }, CLOSE_CODES.tooMany);
      return;
    }
    const json = isBinary ? undefined : parseJson(text);
    if (json === undefined) {
      this.#sendError(null, { code: 'malformed' });
      return;
    }
    const parsed = parseInput(ClientMessage, json);
    if (!parsed.ok || hasNul(json)) {
      const errors = parsed.ok ? {} : parsed.errors;
      this.#sendError(null, { code: 'invalid', errors });
      return;
    }
    const { value: message } = parsed;
    if (message.op === 'unsubscribe') {
      this.#unsubscribe(message.channel);
      return;
    }
    const { channel, stream, since } = message;
    const from = stream === undefined || since === undefined ? undefined : { stream, seq: since };
    this.#subscribe(channel, from);
  }

  #subscribe(name: string, since: Parameters<Channel['subscribe']>[1]): void {
    if (!this.#channels.has(name) && this.#channels.size >= SUBSCRIPTIONS_MAX) {
      this.#sendError(name, { code: 'too-many-channels', facts: { maximum: SUBSCRIPTIONS_MAX } });
      return;
    }
    const known = this.#channels.get(name);
    if (known !== undefined) {
      known.subscribe(this, since);
      return;
    }
    const found = this.#options.findChannel(this.holder, name);
    if (found.kind === 'refused') {
      this.#sendError(name, found.rejection);
      return;
    }
    this.#channels.set(name, found.channel);
    found.channel.subscribe(this, since);
  }

  #unsubscribe(name: string): void {
    this.#channels.get(name)?.unsubscribe(this);
    this.#channels.delete(name);
    this.#offered.delete(name);
    this.deliver(JSON.stringify({ channel: name, type: 'unsubscribed', at: this.#now() }));
  }

  #leave(): void {
    for (const channel of this.#channels.values()) channel.unsubscribe(this);
    this.#channels.clear();
    this.#offered.clear();
  }

  #sendError(channel: string | null, rejection: Rejection): void {
    const problem = toProblem(rejection, this.#options.requestId);
    this.deliver(JSON.stringify({ channel, type: 'error', at: this.#now(), problem }));
  }

  #now(): string {
    return new Date(this.#options.clock.nowMs()).toISOString();
  }
}

const TERMINATE_AFTER_MS = 500;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
