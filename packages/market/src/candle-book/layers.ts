// Combines the stored layers for a chart: the coarsest first, replaced by each finer layer from its
// first complete candle on, and at the end by the minutes that no hour contains yet.
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { aggregateCandles, candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';
import type { CandleStore, Span } from './candle-store.ts';

const WITHIN_AN_HOUR: readonly Timeframe[] = ['30m', '15m', '5m', '1m'];
const FROM_AN_HOUR: readonly Timeframe[] = ['1w', '1d', '4h', '1h'];

/** The largest number of rows of a layer that one request reads. */
const LAYER_ROWS_MAX = 20_000;

export type RecentMinutes = {
  /** Complete minutes that are not stored yet and the current one, ascending. */
  recentMinutes(symbol: string): readonly Candle[];
};

/** Returns the newest `limit` candles of [fromMs, toMs). */
export async function readLayers(
  store: CandleStore,
  recent: RecentMinutes,
  request: CandleRequest,
): Promise<readonly Candle[]> {
  const { symbol, timeframe, limit, toMs } = request;
  // Taken before the store is read: candles stored meanwhile can be duplicates, but none is lost.
  const minutes = recent.recentMinutes(symbol);
  const isFine = WITHIN_AN_HOUR.includes(timeframe);
  // Read before the layers, like the minutes: what is aggregated in the meantime is still read as
  // minutes.
  const hasMade = isFine && timeframe !== '1m';
  const made = hasMade ? await store.span({ symbol, timeframe: '5m' }) : undefined;
  const fromMs = candleStartMs(timeframe, request.fromMs);
  const range = { ...request, fromMs };
  const layers = (isFine ? WITHIN_AN_HOUR : FROM_AN_HOUR).filter(
    (layer) => TIMEFRAME_MS[layer] <= TIMEFRAME_MS[timeframe],
  );
  const byStart = new Map<number, Candle>();
  for (const layer of layers) {
    const rows =
      layer === '1m' && made !== undefined
        ? await readMinutes(store, range, made)
        : await readLayer(store, range, layer);
    const finest = layer === '1m' || layer === '1h';
    const live = finest ? await readLive(store, { range, layer, rows, minutes }) : [];
    const wholeMs = await firstWholeMs(store, range, layer);
    for (const candle of aggregateCandles([...rows, ...live], timeframe)) {
      const isPart = candle.startMs < wholeMs;
      if (!isPart || !byStart.has(candle.startMs)) byStart.set(candle.startMs, candle);
    }
  }
  return [...byStart.values()]
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .toSorted((one, other) => one.startMs - other.startMs)
    .slice(-limit);
}

/** Returns the first time from which a layer gives complete candles of the requested timeframe. */
async function firstWholeMs(
  store: CandleStore,
  { symbol, timeframe }: CandleRequest,
  layer: Timeframe,
): Promise<number> {
  const firstMs = (await store.bounds(symbol, layer))?.firstMs;
  if (firstMs === undefined) return -Infinity;
  const startMs = candleStartMs(timeframe, firstMs);
  return startMs === firstMs ? startMs : startMs + TIMEFRAME_MS[timeframe];
}

/** Reads the newest rows of a layer that the requested candles can be aggregated from. */
async function readLayer(
  store: CandleStore,
  range: CandleRequest,
  layer: Timeframe,
): Promise<readonly Candle[]> {
  const { timeframe, limit } = range;
  const lengthMs = TIMEFRAME_MS[timeframe];
  const perCandle = lengthMs / TIMEFRAME_MS[layer];
  const rowsMax = Math.min(LAYER_ROWS_MAX, (limit + 1) * perCandle);
  const rows = await store.list({ ...range, timeframe: layer, limit: rowsMax });
  const firstMs = rows[0]?.startMs;
  if (firstMs === undefined || rows.length < rowsMax) return rows;
  // Older rows were cut off, so the first candle would be incomplete and is dropped.
  const cutMs = candleStartMs(timeframe, firstMs);
  return cutMs === firstMs ? rows : rows.filter(({ startMs }) => startMs >= cutMs + lengthMs);
}

/**
 * Reads only the minutes that no five-minute candle contains, because reading a year of minutes
 * would be useless.
 */
async function readMinutes(
  store: CandleStore,
  range: CandleRequest,
  made: Span,
): Promise<readonly Candle[]> {
  const { timeframe, fromMs, toMs } = range;
  const madeFromMs = Math.min(toMs, candleStartMs(timeframe, made.fromMs));
  // The candle at the end of the five-minute span is aggregated from minutes only, so that it is
  // complete.
  const madeToMs = Math.max(fromMs, candleStartMs(timeframe, made.toMs));
  const older =
    fromMs < madeFromMs ? await readLayer(store, { ...range, toMs: madeFromMs }, '1m') : [];
  return [...older, ...(await readLayer(store, { ...range, fromMs: madeToMs }, '1m'))];
}

type Live = {
  readonly range: CandleRequest;
  readonly layer: '1m' | '1h';
  readonly rows: readonly Candle[];
  /** The minutes that were not stored when the read began. */
  readonly minutes: readonly Candle[];
};

/** Returns the candles after the last stored one of the layer. */
async function readLive(
  store: CandleStore,
  { range, layer, rows, minutes }: Live,
): Promise<readonly Candle[]> {
  const { symbol, fromMs, toMs } = range;
  const lastMs = rows.at(-1)?.startMs;
  const nextMs = lastMs === undefined ? fromMs : lastMs + TIMEFRAME_MS[layer];
  const isNext = ({ startMs }: Candle): boolean => startMs >= nextMs && startMs < toMs;
  if (layer === '1m') return minutes.filter(isNext);
  const newest = await store.bounds(symbol, '1m');
  const sinceMs = Math.max(nextMs, candleStartMs('1h', newest?.lastMs ?? nextMs) - HOUR_MS);
  const limit = Math.ceil((2 * HOUR_MS) / MINUTE_MS);
  const stored = await store.list({ symbol, timeframe: '1m', fromMs: sinceMs, toMs, limit });
  const after = (stored.at(-1)?.startMs ?? -Infinity) + 1;
  const unsaved = minutes.filter((candle) => candle.startMs >= after && isNext(candle));
  return aggregateCandles([...stored, ...unsaved], '1h');
}
