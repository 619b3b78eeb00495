// The same prices over bare WebSockets: what sending them costs at least.
import { loadCatalogue } from '@halyard/market';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FromFixture, ToFixture } from './feed-messages.ts';
import { processorMs } from './machine.ts';

const INTERVAL_MS = 250;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
/** By the text of the set, as the live feed's rooms. */
const followers = new Map<string, Set<WebSocket>>();

function say(message: FromFixture): void {
  process.send?.(message);
}

server.on('connection', (socket) => {
  socket.once('message', (data: Buffer) => {
    const key = data.toString();
    const group = followers.get(key) ?? new Set();
    followers.set(key, group.add(socket));
    socket.on('close', () => group.delete(socket));
  });
});
server.on('listening', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  say({ kind: 'listening', port: address.port });
});

const symbols = loadCatalogue().map(({ symbol }) => symbol);
function sendAll(): void {
  for (const [key, group] of followers) {
    const wanted = JSON.parse(key) as readonly string[];
    const book = Object.fromEntries(
      (wanted.length === 0 ? symbols : wanted).map((symbol) => [
        symbol,
        { buy: 11_501.25, sell: 11_500.75, ts: Date.now(), state: 'live' },
      ]),
    );
    const message = Buffer.from(`42/prices,${JSON.stringify(['price', book])}`);
    for (const socket of group) socket.send(message, { binary: false });
  }
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
