// Thousands of clients of the live feed in one process. They implement only as much of Socket.IO as
// they need to connect, to choose their symbols and to answer pings.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createFrameReader, toClientFrame } from './feed-frames.ts';
import type { FeedClients, FromClients, ToClients } from './feed-messages.ts';
import { processorMs } from './machine.ts';

const CONNECTING_AT_ONCE = 100;
const CONNECT_TIMEOUT_MS = 30_000;
const DELAY_MAX_MS = 20_000;
/** The text before the time of a message, in either form. */
const TIMES = { full: Buffer.from('"ts":'), short: Buffer.from('"quotes",[') } as const;
const TIME_DIGITS = 13;
const HEAD_END = Buffer.from('\r\n\r\n');
const ENGINE_PING = '2';
const ENGINE_PONG = toClientFrame('3');
const JOIN = toClientFrame('40/prices,');

const sockets = new Set<Socket>();
const delays = new Uint32Array(DELAY_MAX_MS + 1);
let isMeasuring = false;
let messages = 0;
let bytes = 0;
let lost = 0;

function say(message: FromClients): void {
  process.send?.(message);
}

async function connectAll(clients: FeedClients): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next; index < clients.sockets; index = next) {
      next += 1;
      await connectOne(clients, index);
      if (sockets.size % 1_000 === 0) say({ kind: 'connecting', connected: sockets.size });
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, work));
}

async function connectOne(clients: FeedClients, index: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port: clients.port, host: '127.0.0.1', noDelay: true });
  const timer = setTimeout(() => reject(new Error('no connection in time')), CONNECT_TIMEOUT_MS);
  socket.once('error', reject);
  socket.once('close', () => {
    lost += 1;
    reject(new Error('a connection was closed'));
  });
  socket.write(toUpgrade(clients));
  const symbols = clients.symbolSets[index % Math.max(1, clients.symbolSets.length)] ?? [];
  listen({ socket, clients, symbols, onReady: resolve });
  await promise;
  clearTimeout(timer);
  sockets.add(socket);
}

type Client = {
  readonly socket: Socket;
  readonly clients: FeedClients;
  readonly symbols: readonly string[];
  readonly onReady: () => void;
};

function listen({ socket, clients, symbols, onReady }: Client): void {
  const isRaw = clients.kind === 'raw';
  const narrow = toClientFrame(
    isRaw ? JSON.stringify(symbols) : `42/prices,${JSON.stringify(['watch', { symbols }])}`,
  );
  const time = TIMES[symbols.length > 0 ? 'short' : 'full'];
  const greet = (text: string): void => {
    if (text === ENGINE_PING) socket.write(ENGINE_PONG);
    if (text.startsWith('0{')) socket.write(JOIN);
    if (!text.startsWith('40/prices')) return;
    if (symbols.length > 0) socket.write(narrow);
    onReady();
  };
  const read = createFrameReader((chunk, start, end) => {
    const timeAt = chunk.indexOf(time, start);
    if (timeAt >= 0 && timeAt < end) note(chunk, timeAt + time.length, end - start);
    else greet(chunk.toString('utf8', start, end));
  });
  let head: Buffer | undefined = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    if (head === undefined) {
      read(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf(HEAD_END);
    if (end < 0) return;
    const rest = head.subarray(end + HEAD_END.length);
    head = undefined;
    if (isRaw) {
      socket.write(narrow);
      onReady();
    }
    if (rest.length > 0) read(rest);
  });
}

function note(chunk: Buffer, at: number, length: number): void {
  if (!isMeasuring) return;
  let sentAtMs = 0;
  for (let digit = at; digit < at + TIME_DIGITS; digit += 1) {
    sentAtMs = sentAtMs * 10 + ((chunk[digit] ?? 0) - 48);
  }
  const delayMs = Math.min(DELAY_MAX_MS, Math.max(0, Date.now() - sentAtMs));
  delays[delayMs] = (delays[delayMs] ?? 0) + 1;
  messages += 1;
  bytes += length;
}

function toUpgrade({ kind, port }: FeedClients): string {
  const path = kind === 'raw' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    '',
    '',
  ].join('\r\n');
}

function measure(durationMs: number): void {
  delays.fill(0);
  [messages, bytes, lost] = [0, 0, 0];
  const [startedMs, workedMs] = [performance.now(), processorMs()];
  isMeasuring = true;
  setTimeout(() => {
    isMeasuring = false;
    const elapsedMs = performance.now() - startedMs;
    say({
      kind: 'measured',
      messages,
      bytes,
      lost,
      delayMs: { p50: delayOf(0.5), p99: delayOf(0.99), max: delayOf(1) },
      processorShare: (processorMs() - workedMs) / elapsedMs,
    });
  }, durationMs);
}

/** Returns the delay that `share` of the messages did not exceed. */
function delayOf(share: number): number {
  let left = Math.ceil(messages * share);
  return delays.findIndex((count) => (left -= count) <= 0);
}

process.on('message', (message: ToClients) => {
  if (message.kind === 'measure') {
    measure(message.durationMs);
    return;
  }
  connectAll(message.clients).then(
    () => say({ kind: 'connected' }),
    (error: unknown) => say({ kind: 'failed', reason: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
