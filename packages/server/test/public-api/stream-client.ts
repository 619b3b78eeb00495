// A program that follows streams: it connects again after any cut and goes on where it was.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { EntryOrder } from '@halyard/contract/v1/orders';
import { STREAM_PATH, ServerFrame } from '@halyard/contract/v1/stream';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';

type DataFrame = Extract<ServerFrame, { type: 'snapshot' | 'update' }>;

/** One connection: every frame that it got, each checked against the schema. */
export type Line = {
  readonly socket: WebSocket;
  readonly frames: readonly ServerFrame[];
  send(message: unknown): void;
  /** The next frame that passes, also one that came before. */
  next(passes: (frame: ServerFrame) => boolean): Promise<ServerFrame>;
  /** The close code, once it is closed. */
  closed(): Promise<number>;
};

export async function openLine(url: string, key: string | undefined): Promise<Line> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${STREAM_PATH}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  const frames: ServerFrame[] = [];
  const closing = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data) =>
    frames.push(z.parse(ServerFrame, JSON.parse((data as Buffer).toString()))),
  );
  await once(socket, 'open');
  return {
    socket,
    frames,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: async (passes) => {
      let found: ServerFrame | undefined;
      await eventually(() => {
        found = frames.find(passes);
        if (found === undefined) throw new Error(`no such frame among ${JSON.stringify(frames)}`);
      });
      return found ?? expect.fail('no frame');
    },
    closed: async () => await closing,
  };
}

/** The status and body that the server refused the upgrade with. */
export async function refusedUpgrade(
  url: string,
  key: string | undefined,
): Promise<{ readonly status: number; readonly code: unknown }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${STREAM_PATH}`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const chunks = (await response.toArray()) as Buffer[];
  const text = Buffer.concat(chunks).toString();
  const { code } = (text === '' ? {} : JSON.parse(text)) as { readonly code?: unknown };
  return { status: response.statusCode ?? 0, code };
}

const SILENCE_MS = 1_500;
const RETRY_MS = 20;

/** What the program knows of an account, and how each ended thing came to it. */
export class Follower {
  readonly positions = new Map<string, unknown>();
  readonly orders = new Map<string, EntryOrder>();
  readonly trades = new Set<string>();
  readonly endedOrders = new Set<string>();
  readonly problems: string[] = [];
  /** Whether the present connection has brought a frame. */
  isConnected = false;
  readonly #connect: () => { readonly url: string; readonly key: string };
  readonly #channel: string;
  #last: { readonly stream: string; readonly seq: number } | undefined;
  #socket: WebSocket | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(channel: string, connect: () => { readonly url: string; readonly key: string }) {
    this.#channel = channel;
    this.#connect = connect;
    this.#open();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    this.#socket?.terminate();
  }

  #open(): void {
    if (this.#isClosed) return;
    const { url, key } = this.#connect();
    const socket = new WebSocket(`${url.replace('http', 'ws')}${STREAM_PATH}`, {
      headers: { authorization: `Bearer ${key}` },
      handshakeTimeout: SILENCE_MS,
    });
    this.#socket = socket;
    const last = this.#last;
    socket.on('open', () => {
      const from = last === undefined ? {} : { stream: last.stream, since: last.seq };
      socket.send(JSON.stringify({ op: 'subscribe', channel: this.#channel, ...from }));
      this.#listen(socket);
    });
    socket.on('message', (data) => {
      this.#listen(socket);
      this.isConnected = true;
      const frame = z.parse(ServerFrame, JSON.parse((data as Buffer).toString()));
      if (frame.type === 'error') this.problems.push(JSON.stringify(frame));
      if (frame.type === 'heartbeat' && frame.seq > (this.#last?.seq ?? 0)) {
        this.problems.push(`heartbeat ${frame.seq} before its frame`);
      }
      if (frame.type === 'snapshot' || frame.type === 'update') this.#take(frame);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(this.#silence);
      this.isConnected = false;
      setTimeout(() => this.#open(), RETRY_MS);
    });
  }

  /** A connection that is half open says nothing, not even a heartbeat. */
  #listen(socket: WebSocket): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.terminate(), SILENCE_MS);
  }

  #take(frame: DataFrame): void {
    const { stream, seq, data } = frame;
    if (frame.type === 'snapshot') {
      if (!('recent_trades' in data)) throw new Error('no snapshot of an account');
      this.positions.clear();
      this.orders.clear();
      for (const position of data.positions) this.positions.set(position.id, position);
      for (const order of data.orders) this.orders.set(order.id, order);
      for (const { id } of data.recent_trades) this.trades.add(id);
      for (const { id } of data.recent_orders) this.endedOrders.add(id);
      this.#last = { stream, seq };
      return;
    }
    if (!('removed_position_ids' in data)) throw new Error('no update of an account');
    if (stream !== this.#last?.stream || seq !== this.#last.seq + 1) {
      this.problems.push(`frame ${stream} ${seq} after ${JSON.stringify(this.#last)}`);
    }
    this.#last = { stream, seq };
    for (const position of data.positions) this.positions.set(position.id, position);
    for (const order of data.orders) this.orders.set(order.id, order);
    for (const id of data.removed_position_ids) this.positions.delete(id);
    for (const { id } of data.trades) this.#addOnce(this.trades, `trade ${id}`, id);
    for (const { id } of data.ended_orders) {
      this.orders.delete(id);
      this.#addOnce(this.endedOrders, `ended order ${id}`, id);
    }
  }

  #addOnce(seen: Set<string>, name: string, id: string): void {
    if (seen.has(id)) this.problems.push(`${name} came twice`);
    seen.add(id);
  }
}
