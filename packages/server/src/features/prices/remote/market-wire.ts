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

const SessionSchema = z.object({
  isOpen: z.boolean(),
  nextOpenAtMs: z.nullable(z.number()),
  nextCloseAtMs: z.nullable(z.number()),
});

const SymbolBook = z.object({
  symbol: z.string(),
  quote: z.nullable(QuoteSchema),
  /** The last known quote, which can be older than the market's start. */
  valuedAt: z.nullable(QuoteSchema),
  state: z.enum(SYMBOL_STATES),
  session: SessionSchema,
});
export type SymbolBook = z.infer<typeof SymbolBook>;

/**
 * The symbols that changed. `beat` counts the messages of a source; whoever runs the market has its
 * epoch by a lease.
 */
export const BookMessage = z.object({
  epoch: z.int(),
  source: z.string(),
  beat: z.int(),
  books: z.array(SymbolBook),
});

export const Nothing = z.object({});
export const SnapshotReply = z.object({
  epoch: z.int(),
  books: z.array(SymbolBook),
  /** Whether a vendor quotes the symbol, for the symbols of a feed. */
  real: z.array(z.tuple([z.string(), z.boolean()])),
});
export type SnapshotReply = z.infer<typeof SnapshotReply>;

/**
 * How the leader of the market sends every price to the programs with an engine. A frame holds what
 * happened since the one before, in order; frames are numbered under the leader's epoch.
 */
export const FRAME_SUBJECTS = {
  frame: 'ticks.frame',
  /** Asks for frames that did not arrive. */
  missing: 'ticks.missing',
  /** Asks for every symbol as of the leader's last frame. */
  snapshot: 'ticks.snapshot',
  /** Asks the program whose engine serves to go on only when its engine has a frame. */
  catchUp: 'engine.live.catch-up',
} as const;

/** A frame of the market. */
export const Position = z.object({ epoch: z.int(), number: z.int() });
export type Position = z.infer<typeof Position>;

const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('quote'), quote: QuoteSchema }),
  z.object({
    kind: z.literal('state'),
    symbol: z.string(),
    state: z.enum(SYMBOL_STATES),
    session: SessionSchema,
  }),
]);
export type Change = z.infer<typeof Change>;

/** A frame without changes shows that the leader works. */
export const Frame = z.object({
  epoch: z.int(),
  number: z.int(),
  /** By the leader's clock. */
  sentAtMs: z.number(),
  changes: z.array(Change),
});
export type Frame = z.infer<typeof Frame>;

/** How many frames a request may ask for. */
export const MISSING_MAX = 5_000;
export const MissingRequest = z.object({ epoch: z.int(), from: z.int(), to: z.int() });
/** Null if the leader does not have them all. */
export const MissingReply = z.object({ frames: z.nullable(z.array(Frame)) });

export const FrameSnapshot = z.extend(SnapshotReply, { number: z.int(), sentAtMs: z.number() });
export type FrameSnapshot = z.infer<typeof FrameSnapshot>;

/** Where the market applied something; null if it runs in one program with the engine. */
export const AppliedReply = z.object({ at: z.nullable(Position) });
export const CatchUpRequest = z.object({ at: Position });
/** False: another program leads meanwhile, and must be asked to apply it. */
export const CatchUpReply = z.object({ isReached: z.boolean() });

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

export function toQuote(wire: SymbolBook['quote']): Quote | undefined {
  return wire === null ? undefined : (wire as unknown as Quote);
}

/** Returns whether one frame comes before another. */
export function isBefore(one: Position, other: Position): boolean {
  return one.epoch < other.epoch || (one.epoch === other.epoch && one.number < other.number);
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
