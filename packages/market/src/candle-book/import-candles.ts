// Imports a file of past prices into the candle store.
import type { Instrument } from '@halyard/core/instrument';
import { aggregateCandles, candleStartMs, TIMEFRAME_MS, TIMEFRAMES } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { readPriceFile } from '#price-file/price-file.ts';
import type { FileReport, PriceTable } from '#price-file/price-file.ts';
import type { CandleStore, Layer } from './candle-store.ts';

const ROWS_PER_WRITE = 1_000;

export type ImportOptions = {
  readonly instrument: Instrument;
  readonly path: string;
  readonly store: Pick<CandleStore, 'list' | 'put'>;
  /** The current time; rows after it are rejected, because a chart has no future. */
  readonly nowMs: number;
  readonly onProgress: (progress: ImportProgress) => void;
};

export type ImportProgress =
  | { readonly kind: 'reading'; readonly lines: number }
  | { readonly kind: 'storing'; readonly candles: number; readonly candlesTotal: number };

export type ImportResult =
  | {
      readonly kind: 'imported';
      readonly timeframe: Timeframe;
      readonly candles: number;
      readonly report: FileReport;
    }
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Stores a file's prices as candles of their original timeframe. Existing candles at the same times
 * are replaced, so a file can be imported again.
 */
export async function importCandles(options: ImportOptions): Promise<ImportResult> {
  const { instrument, path, store, nowMs, onProgress } = options;
  const read = await readPriceFile({
    path,
    decimals: instrument.decimals,
    untilMs: nowMs,
    onProgress: (lines) => {
      onProgress({ kind: 'reading', lines });
    },
  });
  if (read.kind === 'refused') return read;
  const timeframe = timeframeOf(read.table);
  const candles = toCandles(read.table, timeframe);
  const layer = { symbol: instrument.symbol, timeframe };
  await putInParts(store, { layer, candles }, (done) => {
    onProgress({ kind: 'storing', candles: done, candlesTotal: candles.length });
  });
  const endMs = (candles.at(-1)?.startMs ?? 0) + TIMEFRAME_MS[timeframe];
  for (const coarser of ['5m', '1h'] as const) {
    if (TIMEFRAME_MS[timeframe] >= TIMEFRAME_MS[coarser]) continue;
    await storeCoarser(options, { candles, timeframe: coarser, endMs });
  }
  return { kind: 'imported', timeframe, candles: candles.length, report: read.report };
}

type Coarser = {
  /** The candles read from the file. */
  readonly candles: readonly Candle[];
  readonly timeframe: '5m' | '1h';
  readonly endMs: number;
};

/**
 * Stores the coarser candles that can be aggregated from the file. The file can begin and end
 * within an hour, and a stored candle of that hour is more complete.
 */
async function storeCoarser(
  { instrument: { symbol }, store }: ImportOptions,
  { candles, timeframe, endMs }: Coarser,
): Promise<void> {
  const firstMs = candles[0]?.startMs ?? endMs;
  const coarser: Candle[] = [];
  for (const candle of aggregateCandles(candles, timeframe)) {
    const { startMs: fromMs } = candle;
    const isWhole = fromMs >= firstMs && fromMs + TIMEFRAME_MS[timeframe] <= endMs;
    const range = { symbol, timeframe, fromMs, toMs: fromMs + 1, limit: 1 } as const;
    if (isWhole || (await store.list(range)).length === 0) coarser.push(candle);
  }
  await putInParts(store, { layer: { symbol, timeframe }, candles: coarser });
}

/**
 * Writes the candles in parts, which lets other work use the database and the thread in between.
 */
async function putInParts(
  store: ImportOptions['store'],
  { layer, candles }: { readonly layer: Layer; readonly candles: readonly Candle[] },
  onStored?: (candles: number) => void,
): Promise<void> {
  for (let done = 0; done < candles.length;) {
    const part = candles.slice(done, done + ROWS_PER_WRITE);
    await store.put(layer.symbol, layer.timeframe, part);
    done += part.length;
    onStored?.(done);
  }
}

/** Returns the longest timeframe that is not longer than the file's most frequent step. */
function timeframeOf(table: PriceTable): Timeframe {
  const stepMs = table.kind === 'candles' ? longest(table.rows) : commonStep(table.rows);
  const fitting = TIMEFRAMES.filter((timeframe) => TIMEFRAME_MS[timeframe] <= stepMs);
  return fitting.at(-1) ?? '1m';
}

// Returns the longest candle. A following candle can shorten a candle, never extend it.
function longest(rows: readonly { readonly lengthMs: number }[]): number {
  return rows.reduce((most, { lengthMs }) => Math.max(most, lengthMs), 0);
}

function commonStep(rows: readonly { readonly atMs: number }[]): number {
  const steps = rows
    .slice(1)
    .map(({ atMs }, index) => atMs - (rows[index]?.atMs ?? atMs))
    .toSorted((one, other) => one - other);
  return steps[(steps.length - 1) >>> 1] ?? 0;
}

function toCandles(table: PriceTable, timeframe: Timeframe): Candle[] {
  if (table.kind === 'ticks') {
    const single = table.rows.map(({ atMs, bidPoints }) => ({
      startMs: atMs,
      openPoints: bidPoints,
      highPoints: bidPoints,
      lowPoints: bidPoints,
      closePoints: bidPoints,
      volume: 1,
    }));
    return aggregateCandles(single, timeframe);
  }
  // A candle is assigned to the period that contains most of it, because a file's weeks need not
  // begin on Monday.
  const placed = table.rows.map(({ startMs, lengthMs, ...candle }) => ({
    ...candle,
    startMs: candleStartMs(timeframe, startMs + lengthMs / 2),
  }));
  return aggregateCandles(placed, timeframe);
}
