// Lets other programs see the market of this one and apply what their staff have decided. It answers
// only while this program has the lease.
import { randomUUID } from 'node:crypto';
import type { Instrument, Quote } from '@halyard/core/instrument';
import { FeedOutage } from '@halyard/market';
import type { CandleRequest, Market } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { MarketLeader } from '../market-leader.ts';
import type { PricesOwner } from '../prices-interface.ts';
import { FrameSource } from './frame-source.ts';
import {
  CandlesRequest,
  MARKET_SUBJECTS,
  Nothing,
  ShowSplitRequest,
  SplitQuotedRequest,
} from './market-wire.ts';
import type { Details, Position, SnapshotReply, SymbolBook } from './market-wire.ts';

/** How often changed prices are sent: more often than browsers get them. */
const BOOK_MS = 100;
/** After so many intervals without changes, an empty message shows that the market works. */
const QUIET_INTERVALS = 5;
const REJECTIONS_MAX = 500;

export type ServeMarketOptions = {
  readonly messages: Pick<Messages, 'publish' | 'serve' | 'onGap'>;
  readonly market: Market;
  readonly prices: PricesOwner;
  readonly clock: Clock;
  readonly instruments: readonly Instrument[];
  /** What decides whether this program serves the market: its engine, or its leadership. */
  readonly owner: {
    readonly isReady: () => boolean;
    /** Returns the epoch of the lease. Throws an Outage without one. */
    readonly epoch: () => number;
    /** Returns the last known quote of a symbol, which can be older than the market's start. */
    readonly lastQuote: (symbol: string) => Quote | undefined;
  };
  /** Set if no engine runs in this program: engines get every price from here. */
  readonly leader: MarketLeader | undefined;
};

type Served = ServeMarketOptions & { readonly frames: FrameSource | undefined };

/** Serves the market until the returned function is called. */
export function serveMarket(options: ServeMarketOptions): () => void {
  const { messages, market, owner, leader, clock } = options;
  const snapshot = () => toSnapshot(options);
  const frames = leader && new FrameSource({ messages, market, leader, clock, snapshot });
  const changed = new Set<string>();
  let source = randomUUID();
  let beat = 0;
  let quiet = 0;
  let endRequests: (() => void) | undefined;
  const send = (): void => {
    if (!owner.isReady()) {
      endRequests?.();
      endRequests = undefined;
      return;
    }
    endRequests ??= serveRequests({ ...options, frames });
    quiet += 1;
    if (changed.size === 0 && quiet < QUIET_INTERVALS) return;
    quiet = 0;
    beat += 1;
    const books = [...changed].map((symbol) => toBook(options, symbol));
    changed.clear();
    messages.publish(MARKET_SUBJECTS.book, { epoch: owner.epoch(), source, beat, books });
  };
  const timer = setInterval(send, BOOK_MS);
  const ends = [
    market.onQuote(({ symbol }) => changed.add(symbol)),
    market.onState(({ symbol }) => changed.add(symbol)),
    messages.onGap(() => {
      source = randomUUID();
    }),
  ];
  return () => {
    clearInterval(timer);
    endRequests?.();
    frames?.close();
    for (const end of ends) end();
  };
}

function serveRequests(options: Served): () => void {
  const { messages, market, prices, owner } = options;
  const serve: typeof messages.serve = (subject, schema, answer) =>
    messages.serve(subject, schema, answer);
  const ends = [
    serve(MARKET_SUBJECTS.snapshot, Nothing, () => ({
      epoch: owner.epoch(),
      ...toSnapshot(options),
    })),
    serve(MARKET_SUBJECTS.details, Nothing, () => toDetails(options)),
    serve(MARKET_SUBJECTS.candles, CandlesRequest, async (request) => readCandles(market, request)),
    serve(MARKET_SUBJECTS.status, Nothing, async () => {
      const { feeds, history, halts } = await prices.status();
      const { symbolsDone, symbolsDeep, symbolsTotal } = history;
      return { feeds, halts, history: { symbolsDone, symbolsDeep, symbolsTotal } };
    }),
    serve(MARKET_SUBJECTS.applyHalts, Nothing, async () => {
      await prices.applyHalts();
      return await whereApplied(options);
    }),
    serve(MARKET_SUBJECTS.applyTerms, Nothing, async () => {
      await prices.terms.apply();
      return await whereApplied(options);
    }),
    serve(MARKET_SUBJECTS.splitQuoted, SplitQuotedRequest, ({ symbol, prices: around }) =>
      market.isSplitQuoted(symbol, around),
    ),
    serve(MARKET_SUBJECTS.showSplit, ShowSplitRequest, async ({ symbol }) => {
      await prices.showSplit(symbol);
      return await whereApplied(options);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Returns the frame that contains everything applied so far; null if the engine runs in this program
 * and so has it already. The lease is confirmed afterwards: if another program leads by then, it may
 * have begun without what was applied here, and must be asked. Throws an Outage.
 */
async function whereApplied({ frames, leader }: Served): Promise<{ at: Position | null }> {
  const at = frames?.position() ?? null;
  await leader?.confirm();
  return { at };
}

function toSnapshot(options: ServeMarketOptions): Omit<SnapshotReply, 'epoch'> {
  const { instruments, prices } = options;
  return {
    books: instruments.map(({ symbol }) => toBook(options, symbol)),
    real: instruments.flatMap(({ symbol }) => {
      const isReal = prices.isReal(symbol);
      return isReal === undefined ? [] : [[symbol, isReal]];
    }),
  };
}

function toBook({ market, owner }: ServeMarketOptions, symbol: string): SymbolBook {
  return {
    symbol,
    quote: market.quote(symbol) ?? null,
    valuedAt: owner.lastQuote(symbol) ?? null,
    state: market.state(symbol),
    session: market.session(symbol),
  };
}

function toDetails({ market, instruments }: ServeMarketOptions): Details {
  return {
    charts: instruments.map(({ symbol }) => ({
      symbol,
      changePercent: market.dayChangePercent(symbol) ?? null,
      spark: [...market.spark(symbol)],
    })),
    rejections: market
      .recentRejections()
      .slice(-REJECTIONS_MAX)
      .map((one) => ({ ...one })),
    rejectionCounts: market.rejectionCounts().map((one) => ({ ...one })),
  };
}

async function readCandles(market: Market, request: CandleRequest) {
  try {
    return await market.candles(request);
  } catch (error) {
    if (!(error instanceof FeedOutage)) throw error;
    throw new Outage('feed', 'The source of the candles cannot be asked.', { cause: error });
  }
}
