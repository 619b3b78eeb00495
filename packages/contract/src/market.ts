// Quotes and candles.
import * as z from 'zod/mini';
import { SYMBOL_STATES } from '@halyard/core/instrument';
import { defineRoute } from './route.ts';
import { AssetSymbol, InstantMs } from './wire.ts';

export const TIMEFRAMES = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];
export const CANDLES_MAX = 2000;

/** A quote on the live feed. `ts` is in ms; prices are absent until the symbol's first quote. */
export const LiveQuote = z.object({
  buy: z.number(),
  sell: z.number(),
  ts: z.number(),
  state: z.enum(SYMBOL_STATES),
});
export type LiveQuote = z.infer<typeof LiveQuote>;

export const MarketQuote = z.extend(LiveQuote, {
  /** Percent change since the close before this UTC day; null if unknown. */
  change: z.nullable(z.number()),
  /** Hourly closes, oldest first, for the spark line. */
  spark: z.array(z.number()),
});
export type MarketQuote = z.infer<typeof MarketQuote>;

export const listQuotes = defineRoute({
  method: 'GET',
  path: '/api/market/quotes',
  summary: 'The latest quote of every symbol, its change of the day and a spark line.',
  access: 'public',
  rate: 'ordinary',
  query: z.strictObject({}),
  reply: z.record(z.string(), MarketQuote),
  rejections: [],
});

/** A candle as [t, open, high, low, close, volume], with t in ms. */
export const Candle = z.tuple([
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
]);
export type Candle = z.infer<typeof Candle>;

export const listCandles = defineRoute({
  method: 'GET',
  path: '/api/market/candles',
  summary:
    'Candles of the sell price, ascending, never beyond now; the latest CANDLES_MAX of the range.',
  access: 'public',
  rate: 'ordinary',
  query: z.strictObject({
    symbol: AssetSymbol,
    timeframe: z.enum(TIMEFRAMES),
    from: InstantMs,
    to: InstantMs,
  }),
  reply: z.array(Candle),
  rejections: ['not-found'],
});
