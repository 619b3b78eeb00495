// The live feed of prices: thousands of clients, four batches per second. Some follow all symbols;
// others watch eight symbols in the short form, most of them the same as many others, some a set of
// their own. They are compared with the same bytes over bare WebSockets. Servers and clients are
// separate processes; more sockets than one server accepts are divided between several, as between
// the edges of an installation.
import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadCatalogue } from '@halyard/market';
import { answer, end, send } from './children.ts';
import { createRandom } from './random.ts';
import type {
  FeedClients,
  FromClients,
  FromFixture,
  ToClients,
  ToFixture,
} from './feed-messages.ts';
import { rounded, type Bench, type Report } from './report.ts';

const MEASURED_MS = 20_000;
const MEASURED_MIN_MS = 500;
const WARM_UP_MS = 3_000;
const FILES_SPARE = 200;
/**
 * A process may open 20,000 files on a usual machine, and needs some besides its sockets; a full
 * core of Socket.IO carries fewer than that, too.
 */
const SOCKETS_PER_SERVER = 10_000;
/** Clients with many different watchlists; each list is encoded separately. */
const SETS = 64;
const SYMBOLS_PER_SET = 8;
/** Clients whose list nobody else has. */
const OWN_LISTS = 5_000;
const SEED = 20_261_127;
const GENERATOR_SHARE_MAX = 0.9;

const FIXTURES = {
  'socket.io': new URL('../packages/server/test/bench/feed-fixture.ts', import.meta.url),
  raw: new URL('./feed-raw.ts', import.meta.url),
} as const;
const CLIENTS = new URL('./feed-clients.ts', import.meta.url);

type Crowd = Pick<FeedClients, 'sockets' | 'symbolSets'> & { readonly measuredMs: number };

export const measureFeed: Bench = async ({ scale, report }) => {
  const measuredMs = Math.max(MEASURED_MIN_MS, MEASURED_MS * scale);
  const crowds = {
    everything: { sockets: Math.ceil(5_000 * scale), symbolSets: [], measuredMs },
    eightSymbols: { sockets: Math.ceil(20_000 * scale), symbolSets: createSets(SETS), measuredMs },
    ownLists: {
      sockets: Math.ceil(OWN_LISTS * scale),
      symbolSets: createSets(Math.ceil(OWN_LISTS * scale)),
      measuredMs,
    },
  };
  assertFiles(Math.min(SOCKETS_PER_SERVER, crowds.eightSymbols.sockets));
  return {
    everything: await compare(crowds.everything, report),
    eightSymbols: await compare(crowds.eightSymbols, report),
    ownLists: await compare(crowds.ownLists, report),
  };
};

async function compare(crowd: Crowd, report: Report) {
  const feed = await measure('socket.io', crowd, report);
  const raw = await measure('raw', crowd, report);
  const { sockets, symbolSets } = crowd;
  return { sockets, watchLists: symbolSets.length, feed, raw, ratio: ratioOf(feed, raw) };
}

type Measured = Awaited<ReturnType<typeof measure>>;

function ratioOf(feed: Measured, raw: Measured): number {
  return rounded(feed.coreSecondsPer100000 / raw.coreSecondsPer100000);
}

async function measure(kind: FeedClients['kind'], crowd: Crowd, report: Report) {
  const { measuredMs } = crowd;
  const count = Math.ceil(crowd.sockets / SOCKETS_PER_SERVER);
  const pairs = Array.from({ length: count }, (_, at) => ({
    fixture: fork(FIXTURES[kind]),
    clients: fork(CLIENTS),
    sockets: Math.floor((crowd.sockets + at) / count),
  }));
  try {
    report.say(`${kind}: ${crowd.sockets} clients connect to ${count} servers`);
    await Promise.all(pairs.map((pair) => connect(pair, kind, crowd)));
    for (const { fixture } of pairs) send<ToFixture>(fixture, { kind: 'start' });
    await new Promise((resolve) =>
      setTimeout(resolve, WARM_UP_MS * Math.min(1, measuredMs / MEASURED_MS)),
    );
    report.say(`${kind}: measuring for ${measuredMs / 1_000} s`);
    const measured = await Promise.all(pairs.map((pair) => measurePair(pair, measuredMs)));
    const sum = (of: (one: PairFigures) => number): number =>
      measured.reduce((total, one) => total + of(one), 0);
    const most = (of: (one: PairFigures) => number): number => Math.max(...measured.map(of));
    const messages = sum((one) => one.messages);
    const processorMs = sum((one) => one.processorMs);
    const generatorShare = most((one) => one.processorShare);
    return {
      servers: count,
      messagesPerSecond: Math.round((messages / measuredMs) * 1_000),
      bytesPerMessage: Math.round(sum((one) => one.bytes) / messages),
      lost: sum((one) => one.lost),
      // Of several servers, the slowest counts.
      delayMs: {
        p50: most((one) => one.delayMs.p50),
        p99: most((one) => one.delayMs.p99),
        max: most((one) => one.delayMs.max),
      },
      core: rounded(processorMs / measuredMs),
      coreSecondsPer100000: rounded((processorMs / messages) * 100),
      generatorShare: rounded(generatorShare),
      isVoid: generatorShare > GENERATOR_SHARE_MAX,
    };
  } finally {
    await Promise.all(pairs.flatMap(({ fixture, clients }) => [end(fixture), end(clients)]));
  }
}

type Pair = {
  readonly fixture: ChildProcess;
  readonly clients: ChildProcess;
  readonly sockets: number;
};
type PairFigures = Awaited<ReturnType<typeof measurePair>>;

async function connect(
  { fixture, clients, sockets }: Pair,
  kind: FeedClients['kind'],
  { symbolSets }: Crowd,
): Promise<void> {
  const { port } = await answer<FromFixture, 'listening'>(fixture, 'listening');
  send<ToClients>(clients, { kind: 'connect', clients: { sockets, symbolSets, port, kind } });
  await answer<FromClients, 'connected'>(clients, 'connected');
}

async function measurePair({ fixture, clients }: Pair, durationMs: number) {
  send<ToFixture>(fixture, { kind: 'measure', durationMs });
  send<ToClients>(clients, { kind: 'measure', durationMs });
  const [sent, received] = await Promise.all([
    answer<FromFixture, 'measured'>(fixture, 'measured'),
    answer<FromClients, 'measured'>(clients, 'measured'),
  ]);
  return { ...received, processorMs: sent.processorMs };
}

/** Returns different sets that overlap, as watchlists do. */
function createSets(count: number): readonly (readonly string[])[] {
  const symbols = loadCatalogue().map(({ symbol }) => symbol);
  const random = createRandom(SEED);
  return Array.from({ length: count }, () => {
    const set = new Set<string>();
    while (set.size < SYMBOLS_PER_SET) {
      const symbol = symbols[Math.floor(random() * symbols.length)];
      if (symbol !== undefined) set.add(symbol);
    }
    return [...set];
  });
}

/** Each client needs an open file in both processes. */
function assertFiles(sockets: number): void {
  if (process.platform !== 'linux') return;
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const allowed = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  if (allowed >= sockets + FILES_SPARE) return;
  throw new Error(`${allowed} open files are too few: ulimit -n ${sockets + FILES_SPARE}`);
}
