// The live feed of prices on a server of its own, for `npm run bench -- feed`: the product's live
// edge and price namespace, on prices that all change four times a second. A price bears the time
// at which its message is made, so that a client can tell how long that took to come.
import { createServer } from 'node:http';
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { loadCatalogue } from '@halyard/market';
import { openPricesNamespace } from '#features/trading/trading.ts';
import { createFindIp, createOriginCheck } from '#platform/http/http.ts';
import { createLive } from '#platform/live/live.ts';
import { createLog } from '#platform/log/log.ts';

const TICK_MS = 250;
const BID_POINTS = points(1_150_075);
const ASK_POINTS = points(1_150_125);
const UNLIMITED = 1_000_000;
const RATE = { perSecond: UNLIMITED, burst: UNLIMITED };

const clock = { nowMs: () => Date.now() };
const instruments = loadCatalogue();
const listeners: ((quote: Quote) => void)[] = [];

function quoteOf(symbol: string): Quote {
  const nowMs = Date.now();
  return {
    symbol,
    bidPoints: BID_POINTS,
    askPoints: ASK_POINTS,
    sequence: nowMs,
    source: 'bench',
    sourceAtMs: nowMs,
    receivedAtMs: nowMs,
  };
}

const live = createLive({
  findCaller: () => Promise.resolve(undefined),
  findEndedSessions: () => Promise.resolve([]),
  isOriginAllowed: createOriginCheck({ publicUrl: undefined, host: '127.0.0.1' }),
  findIp: createFindIp([]),
  limits: {
    connectionsPerNetwork: UNLIMITED,
    connectionsPerSubject: UNLIMITED,
    events: RATE,
    handshakes: RATE,
  },
  clock,
  log: createLog('silent'),
});
openPricesNamespace({
  live,
  instruments: new Map(instruments.map((one) => [one.symbol, one])),
  market: {
    quote: quoteOf,
    state: () => 'live',
    onQuote: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onState: () => () => undefined,
  },
});

function tick(): void {
  for (const { symbol } of instruments) {
    for (const listener of listeners) listener(quoteOf(symbol));
  }
}

const server = createServer();
live.attach(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.send?.({ kind: 'listening', port: address.port });
});

type Message =
  /** All clients are there: prices begin to move. */
  { readonly kind: 'start' } | { readonly kind: 'measure'; readonly durationMs: number };

process.on('message', (message: Message) => {
  if (message.kind === 'start') {
    setInterval(tick, TICK_MS);
    return;
  }
  const before = process.cpuUsage();
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before);
    process.send?.({ kind: 'measured', processorMs: (user + system) / 1_000 });
  }, message.durationMs);
});
process.on('disconnect', () => process.exit());
