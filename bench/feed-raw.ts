// The same prices over bare WebSockets: the minimum cost of sending them.
import { loadCatalogue } from '@halyard/market';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FromFixture, ToFixture } from './feed-messages.ts';
import { processorMs } from './machine.ts';

const INTERVAL_MS = 250;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
type Followers = { readonly wanted: readonly string[]; readonly sockets: Set<WebSocket> };
/** The sockets of each symbol set, by its JSON text, as in the live feed's rooms. */
const followers = new Map<string, Followers>();

function say(message: FromFixture): void {
  process.send?.(message);
}

server.on('connection', (socket) => {
  socket.once('message', (data: Buffer) => {
    const key = data.toString();
    const group = followers.get(key) ?? {
      wanted: JSON.parse(key) as readonly string[],
      sockets: new Set<WebSocket>(),
    };
    group.sockets.add(socket);
    followers.set(key, group);
    socket.on('close', () => group.sockets.delete(socket));
  });
});
server.on('listening', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  say({ kind: 'listening', port: address.port });
});

const symbols = loadCatalogue().map(({ symbol }) => symbol);
function sendAll(): void {
  const nowMs = Date.now();
  for (const { wanted, sockets } of followers.values()) {
    const text = wanted.length === 0 ? fullText(nowMs) : shortText(nowMs, wanted);
    const message = Buffer.from(`42/prices,${text}`);
    for (const socket of sockets) socket.send(message, { binary: false });
  }
}

function fullText(ts: number): string {
  const quote = { buy: 11_501.25, sell: 11_500.75, ts, state: 'live' };
  return JSON.stringify(['price', Object.fromEntries(symbols.map((symbol) => [symbol, quote]))]);
}

function shortText(newestAtMs: number, wanted: readonly string[]): string {
  const quotes = Object.fromEntries(wanted.map((symbol) => [symbol, [11_500.75, 11_501.25, 0]]));
  return JSON.stringify(['quotes', [newestAtMs, quotes]]);
}

process.on('message', (message: ToFixture) => {
  if (message.kind === 'start') {
    setInterval(sendAll, INTERVAL_MS);
    return;
  }
  const workedMs = processorMs();
  const send = (): void => say({ kind: 'measured', processorMs: processorMs() - workedMs });
  setTimeout(send, message.durationMs);
});
process.on('disconnect', () => process.exit());
