// One WebSocket for all channels of a client. It connects when the first channel is opened and
// reconnects after every interruption. Each channel then continues after the last frame that it
// received.
import { WebSocket } from 'ws';
import { ApiError, ConnectionError } from './errors.ts';
import type { ErrorFrame, Problem, SubscribeMessage } from './generated/types.ts';
import type { Position, StreamFrame } from './frames.ts';
import { backOffMs } from './transport.ts';

const STREAM_PATH = '/api/v1/stream';
const KEY_ENDED = 4401;
const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const RETRY_FIRST_MS = 100;
const RETRY_LONGEST_MS = 5_000;

export type StreamChannel = {
  readonly name: string;
  /** The frame to continue after; undefined requests a snapshot. */
  position(): Position | undefined;
  receive(frame: StreamFrame): void;
  fail(error: Error): void;
};

export type StreamConnectionOptions = {
  readonly url: string;
  readonly key: string;
  /**
   * The connection counts as broken after this time without a frame; the server sends one every
   * second.
   */
  readonly silenceMs: number;
};

export class StreamConnection {
  readonly #options: StreamConnectionOptions;
  readonly #channels = new Map<string, StreamChannel>();
  #socket: WebSocket | undefined;
  #silence: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #tries = 0;

  constructor(options: StreamConnectionOptions) {
    this.#options = options;
  }

  open(channel: StreamChannel): void {
    const { name } = channel;
    if (this.#channels.has(name)) throw new Error(`${name} is followed already`);
    this.#channels.set(name, channel);
    if (this.#socket === undefined && this.#retry === undefined) this.#connect();
    else this.subscribe(channel);
  }

  /** Requests the channel's frames after its position. */
  subscribe(channel: StreamChannel): void {
    const position = channel.position();
    const from = position === undefined ? {} : { stream: position.stream, since: position.seq };
    this.#send({ op: 'subscribe', channel: channel.name, ...from });
  }

  /** Stops the server from sending; the channel keeps its position. */
  pause(channel: StreamChannel): void {
    this.#send({ op: 'unsubscribe', channel: channel.name });
  }

  leave(channel: StreamChannel): void {
    if (this.#channels.get(channel.name) !== channel) return;
    this.#channels.delete(channel.name);
    this.pause(channel);
    if (this.#channels.size === 0) this.#disconnect();
  }

  close(): void {
    const channels = [...this.#channels.values()];
    this.#channels.clear();
    this.#disconnect();
    for (const channel of channels) channel.fail(new ConnectionError('The client was closed'));
  }

  #connect(): void {
    this.#retry = undefined;
    const { url, key, silenceMs } = this.#options;
    const address = new URL(STREAM_PATH, url);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address, {
      headers: { authorization: `Bearer ${key}` },
      handshakeTimeout: silenceMs,
    });
    this.#socket = socket;
    socket.on('open', () => {
      this.#listen(socket);
      for (const channel of this.#channels.values()) this.subscribe(channel);
    });
    socket.on('message', (data: Buffer) => {
      this.#listen(socket);
      this.#receive(data.toString());
    });
    socket.on('unexpected-response', (_, response) => {
      const status = response.statusCode ?? 0;
      response.resume();
      if (status === UNAUTHORIZED || status === FORBIDDEN) {
        this.#fail(new ConnectionError(`The stream was refused with the status ${status}`));
      }
      socket.terminate();
    });
    // A `close` event follows and handles the error.
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (this.#socket !== socket) return;
      clearTimeout(this.#silence);
      this.#socket = undefined;
      if (code === KEY_ENDED) this.#fail(new ConnectionError('The API key has ended'));
      if (this.#channels.size > 0) this.#connectLater();
    });
  }

  #connectLater(): void {
    const waitMs = backOffMs(this.#tries, RETRY_FIRST_MS, RETRY_LONGEST_MS);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), waitMs);
  }

  #disconnect(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
  }

  /**
   * Restarts the timer that ends a silent connection: a half-open one delivers not even heartbeats.
   */
  #listen(socket: WebSocket): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.terminate(), this.#options.silenceMs);
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as StreamFrame;
    this.#tries = 0;
    if (frame.type === 'error') this.#receiveError(frame);
    else this.#channels.get(frame.channel)?.receive(frame);
  }

  #receiveError({ channel: name, problem }: ErrorFrame): void {
    const channel = name === null ? undefined : this.#channels.get(name);
    if (channel !== undefined) this.#end(channel, problem);
    else if (problem.code === 'api-key-invalid') this.#fail(new ApiError(problem));
  }

  #end(channel: StreamChannel, problem: Problem): void {
    this.leave(channel);
    channel.fail(new ApiError(problem));
  }

  /**
   * Fails all channels without a retry, because the server would reject the next connection, too.
   */
  #fail(error: Error): void {
    const channels = [...this.#channels.values()];
    this.#channels.clear();
    this.#disconnect();
    for (const channel of channels) channel.fail(error);
  }

  #send(
    message: SubscribeMessage | { readonly op: 'unsubscribe'; readonly channel: string },
  ): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
