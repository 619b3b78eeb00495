// Lets other programs see the market of this one and apply what their staff have decided. It answers
// only while this program has the lease.
import { randomUUID } from 'node:crypto';
import type { SymbolMarket } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { FeedOutage } from '@halyard/market';
import type { CandleRequest, Market } from '@halyard/market';
import type { Messages } from '#platform/messages/messages.ts';
import { Outage } from '#platform/outage/outage.ts';
import type { PricesOwner } from '../prices-interface.ts';
import {
  CandlesRequest,
  MARKET_SUBJECTS,
  Nothing,
  ShowSplitRequest,
  SplitQuotedRequest,
} from './market-wire.ts';
import type { Details, SymbolBook } from './market-wire.ts';

/** How often changed prices are sent: more often than browsers get them. */
const BOOK_MS = 100;
/** After so many intervals without changes, an empty message shows that the market works. */
const QUIET_INTERVALS = 5;
const REJECTIONS_MAX = 500;

export type ServeMarketOptions = {
  readonly messages: Pick<Messages, 'publish' | 'serve' | 'onGap'>;
  readonly market: Market;
  readonly prices: PricesOwner;
  readonly instruments: readonly Instrument[];
  /** The engine of this program; the market is served while it is ready. */
  readonly owner: {
    readonly isReady: () => boolean;
    readonly market: (symbol: string) => Readonly<SymbolMarket>;
  };
};

/** Serves the market until the returned function is called. */
export function serveMarket(options: ServeMarketOptions): () => void {
  const { messages, market, owner } = options;
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
    endRequests ??= serveRequests(options);
    quiet += 1;
    if (changed.size === 0 && quiet < QUIET_INTERVALS) return;
    quiet = 0;
    beat += 1;
    const books = [...changed].map((symbol) => toBook(options, symbol));
    changed.clear();
    messages.publish(MARKET_SUBJECTS.book, { source, beat, books });
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
    for (const end of ends) end();
  };
}

function serveRequests(options: ServeMarketOptions): () => void {
  const { messages, market, prices, instruments, owner } = options;
  const serve: typeof messages.serve = (subject, schema, answer) =>
    messages.serve(subject, schema, answer);
  const ends = [
    serve(MARKET_SUBJECTS.snapshot, Nothing, () => ({
      books: instruments.map(({ symbol }) => toBook(options, symbol)),
      real: instruments.flatMap(({ symbol }) => {
        const isReal = prices.isReal(symbol);
        return isReal === undefined ? [] : [[symbol, isReal]];
      }),
    })),
    serve(MARKET_SUBJECTS.details, Nothing, () => toDetails(options)),
    serve(MARKET_SUBJECTS.candles, CandlesRequest, async (request) => readCandles(market, request)),
    serve(MARKET_SUBJECTS.status, Nothing, async () => {
      const { feeds, history, halts } = await prices.status();
      const { symbolsDone, symbolsDeep, symbolsTotal } = history;
      return { feeds, halts, history: { symbolsDone, symbolsDeep, symbolsTotal } };
    }),
    serve(MARKET_SUBJECTS.applyHalts, Nothing, async () => prices.applyHalts()),
    serve(MARKET_SUBJECTS.applyTerms, Nothing, async () => prices.terms.apply()),
    serve(MARKET_SUBJECTS.splitQuoted, SplitQuotedRequest, ({ symbol, prices: around }) =>
      market.isSplitQuoted(symbol, around),
    ),
    serve(MARKET_SUBJECTS.showSplit, ShowSplitRequest, async ({ symbol }) => {
      await prices.showSplit(symbol, owner.market(symbol).quote);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function toBook({ market, owner }: ServeMarketOptions, symbol: string): SymbolBook {
  return {
    symbol,
    quote: market.quote(symbol) ?? null,
    valuedAt: owner.market(symbol).quote ?? null,
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
