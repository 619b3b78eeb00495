// Where candles of real prices are kept. Each timeframe is a layer of its own; what a chart shows
// is put together from the layers (see layers.ts).
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';

export interface CandleStore {
  /** The newest `limit` of the layer with a start in [fromMs, toMs), ascending. */
  list(request: CandleRequest): Promise<readonly Candle[]>;
  /** Writes candles of one layer; one of the same start is replaced. */
  put(symbol: string, timeframe: Timeframe, candles: readonly Candle[]): Promise<void>;
  /** The starts of the oldest and the newest of a layer. */
  bounds(symbol: string, timeframe: Timeframe): Promise<StoredBounds | undefined>;
  /** What of a layer was stored whole, by the last `putSpan`. */
  span(layer: Layer): Promise<Span | undefined>;
  /** Writes candles as `put` does, and with the last of them what of the layer is whole now. */
  putSpan(layer: Layer, candles: readonly Candle[], span: Span): Promise<void>;
}

export type StoredBounds = { readonly firstMs: number; readonly lastMs: number };

export type Layer = { readonly symbol: string; readonly timeframe: Timeframe };

/** From a start, inclusive, to an end, exclusive. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** How many candles of a layer memory holds; the oldest go first. */
const MEMORY_CANDLES_MAX = 20_000;

/** Keeps candles until the program ends. */
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
