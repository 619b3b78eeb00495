// The store of candles of real prices. Each timeframe is a layer; charts combine the layers (see
// layers.ts).
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';

export interface CandleStore {
  /** Returns the newest `limit` candles of the layer with a start in [fromMs, toMs), ascending. */
  list(request: CandleRequest): Promise<readonly Candle[]>;
  /** Writes candles of one layer, replacing those with the same start. */
  put(symbol: string, timeframe: Timeframe, candles: readonly Candle[]): Promise<void>;
  /** Returns the oldest and the newest start of a layer. */
  bounds(symbol: string, timeframe: Timeframe): Promise<StoredBounds | undefined>;
  /** Returns the complete span of the layer, as set by the last `putSpan`. */
  span(layer: Layer): Promise<Span | undefined>;
  /**
   * Like `put`, and stores the layer's complete span in the same transaction as the last candles.
   */
  putSpan(layer: Layer, candles: readonly Candle[], span: Span): Promise<void>;
}

export type StoredBounds = { readonly firstMs: number; readonly lastMs: number };

export type Layer = { readonly symbol: string; readonly timeframe: Timeframe };

/** A range of candle starts, from inclusive to exclusive. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** How many candles per layer the memory store holds; it drops the oldest. */
const MEMORY_CANDLES_MAX = 20_000;

/** Stores candles in memory. */
export function createMemoryCandleStore(): CandleStore {
  const layers = new Map<string, readonly Candle[]>();
  const spans = new Map<string, Span>();
  const layerOf = (symbol: string, timeframe: Timeframe): readonly Candle[] =>
    layers.get(`${symbol}|${timeframe}`) ?? [];
  const put = (symbol: string, timeframe: Timeframe, candles: readonly Candle[]): void => {
    const byStart = new Map(layerOf(symbol, timeframe).map((one) => [one.startMs, one]));
    for (const candle of candles) byStart.set(candle.startMs, candle);
    const sorted = [...byStart.values()].toSorted((one, other) => one.startMs - other.startMs);
    layers.set(`${symbol}|${timeframe}`, sorted.slice(-MEMORY_CANDLES_MAX));
  };
  return {
    list({ symbol, timeframe, fromMs, toMs, limit }) {
      const found = layerOf(symbol, timeframe).filter(
        ({ startMs }) => startMs >= fromMs && startMs < toMs,
      );
      return Promise.resolve(found.slice(-limit));
    },
    put(symbol, timeframe, candles) {
      put(symbol, timeframe, candles);
      return Promise.resolve();
    },
    bounds(symbol, timeframe) {
      const layer = layerOf(symbol, timeframe);
      const [first, last] = [layer[0], layer.at(-1)];
      return Promise.resolve(first && last && { firstMs: first.startMs, lastMs: last.startMs });
    },
    span: ({ symbol, timeframe }) => Promise.resolve(spans.get(`${symbol}|${timeframe}`)),
    putSpan({ symbol, timeframe }, candles, span) {
      put(symbol, timeframe, candles);
      spans.set(`${symbol}|${timeframe}`, span);
      return Promise.resolve();
    },
  };
}
