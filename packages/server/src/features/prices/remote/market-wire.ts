// What the program that runs the market and the others send each other. All are of one installation
// and one release, so the schemas check the form and not each field.
import { SYMBOL_STATES } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { TIMEFRAMES } from '@halyard/market';
import type { Candle, RejectedQuote, RejectionCount } from '@halyard/market';
import * as z from 'zod/mini';

export const MARKET_SUBJECTS = {
  book: 'market.book',
  snapshot: 'market.snapshot',
  details: 'market.details',
  candles: 'market.candles',
  status: 'market.status',
  applyHalts: 'market.apply-halts',
  applyTerms: 'market.apply-terms',
  splitQuoted: 'market.split-quoted',
  showSplit: 'market.show-split',
} as const;

const QuoteSchema = z.looseObject({
  symbol: z.string(),
  bidPoints: z.int(),
  askPoints: z.int(),
  sequence: z.int(),
});

const SymbolBook = z.object({
  symbol: z.string(),
  quote: z.nullable(QuoteSchema),
  /** The engine's last quote, which can be older than the market's start. */
  valuedAt: z.nullable(QuoteSchema),
  state: z.enum(SYMBOL_STATES),
  session: z.object({
    isOpen: z.boolean(),
    nextOpenAtMs: z.nullable(z.number()),
    nextCloseAtMs: z.nullable(z.number()),
  }),
});
export type SymbolBook = z.infer<typeof SymbolBook>;

/** The symbols that changed. `beat` counts the messages of a source. */
export const BookMessage = z.object({
  source: z.string(),
  beat: z.int(),
  books: z.array(SymbolBook),
});

export const Nothing = z.object({});
export const SnapshotReply = z.object({
  books: z.array(SymbolBook),
  /** Whether a vendor quotes the symbol, for the symbols of a feed. */
  real: z.array(z.tuple([z.string(), z.boolean()])),
});

export const DetailsReply = z.object({
  charts: z.array(
    z.object({
      symbol: z.string(),
      changePercent: z.nullable(z.number()),
      spark: z.array(z.number()),
    }),
  ),
  rejections: z.array(z.looseObject({ reason: z.string() })),
  rejectionCounts: z.array(z.looseObject({ reason: z.string(), count: z.int() })),
});
export type Details = z.infer<typeof DetailsReply>;

export const CandlesRequest = z.object({
  symbol: z.string(),
  timeframe: z.enum(TIMEFRAMES),
  fromMs: z.number(),
  toMs: z.number(),
  limit: z.int(),
});
export const CandlesReply = z.array(z.looseObject({ startMs: z.number(), closePoints: z.int() }));

export const StatusReply = z.looseObject({
  feeds: z.array(z.looseObject({ name: z.string() })),
  history: z.looseObject({ symbolsTotal: z.int() }),
  halts: z.array(z.looseObject({ symbol: z.string() })),
});

export const SplitQuotedRequest = z.object({
  symbol: z.string(),
  prices: z.object({ before: z.number(), after: z.number() }),
});
export const SplitQuotedReply = z.boolean();
export const ShowSplitRequest = z.object({ symbol: z.string() });
/** The answer to a request that has no result. */
export const Done = z.null();

export function toQuote(wire: SymbolBook['quote']): Quote | undefined {
  return wire === null ? undefined : (wire as unknown as Quote);
}

export function toCandles(wire: z.infer<typeof CandlesReply>): readonly Candle[] {
  return wire as unknown as readonly Candle[];
}

export function toRejections({ rejections }: Details): readonly RejectedQuote[] {
  return rejections as unknown as readonly RejectedQuote[];
}

export function toRejectionCounts({ rejectionCounts }: Details): readonly RejectionCount[] {
  return rejectionCounts as unknown as readonly RejectionCount[];
}
