import { points } from '@halyard/core/instrument';
import type { Candle, CandleStore, Layer, Span, StoredBounds } from '@halyard/market';
import type { Database, Row } from '#platform/db/db.ts';

/**
 * How many minutes are stored per symbol, slightly more than twelve months; the oldest are deleted.
 */
const MINUTES_KEPT_MAX = 530_000;
/**
 * How many candles are stored per symbol and other timeframe: twelve months of five-minute candles.
 */
const CANDLES_KEPT_MAX = 110_000;

const ROWS_PER_STATEMENT = 1_000;
/** A layer can exceed its limit by this share before it is trimmed, because counting is slow. */
const PRUNE_AFTER_SHARE = 0.05;
/** The range of JavaScript dates, which limits a requested range that can be unlimited. */
const TIME_MAX_MS = 8.64e15;

const LIST = `select start_ms, open_points, high_points, low_points, close_points, volume
  from candles
  where symbol = $1 and timeframe = $2 and start_ms >= $3 and start_ms < $4
  order by start_ms desc limit $5`;

const PUT = `insert into candles (symbol, timeframe, start_ms, open_points, high_points, low_points,
    close_points, volume)
  select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
    $7::bigint[], $8::double precision[])
  on conflict (symbol, timeframe, start_ms) do update set
    open_points = excluded.open_points, high_points = excluded.high_points,
    low_points = excluded.low_points, close_points = excluded.close_points,
    volume = excluded.volume`;

const PUT_SPAN = `with stored as (${PUT})
  insert into candle_spans (symbol, timeframe, from_ms, to_ms) values ($1, $2, $9, $10)
  on conflict (symbol, timeframe) do update set from_ms = excluded.from_ms, to_ms = excluded.to_ms`;

const SPAN = `select from_ms, to_ms from candle_spans where symbol = $1 and timeframe = $2`;

const BOUNDS = `select min(start_ms) as first_ms, max(start_ms) as last_ms
  from candles where symbol = $1 and timeframe = $2`;

const PRUNE = `delete from candles
  where symbol = $1 and timeframe = $2 and start_ms <= (
    select start_ms from candles where symbol = $1 and timeframe = $2
    order by start_ms desc offset $3 limit 1
  )`;

/** Stores candles in the database. Calls throw an Outage while it is unavailable. */
export function createCandleStore(db: Pick<Database, 'query'>): CandleStore {
  const writtenSincePrune = new Map<string, number>();
  const prune = async ({ symbol, timeframe }: Layer, written: number): Promise<void> => {
    const key = `${symbol}|${timeframe}`;
    const keptMax = timeframe === '1m' ? MINUTES_KEPT_MAX : CANDLES_KEPT_MAX;
    const afterRows = keptMax * PRUNE_AFTER_SHARE;
    // The number of rows of an earlier process is unknown, so the first write counts them.
    const sincePrune = (writtenSincePrune.get(key) ?? afterRows) + written;
    const isDue = sincePrune > afterRows;
    writtenSincePrune.set(key, isDue ? 0 : sincePrune);
    if (isDue) await db.query(PRUNE, [symbol, timeframe, keptMax]);
  };
  /**
   * Writes candles. A statement writes each row once, up to a limit; the last one includes the
   * span, if any.
   */
  const write = async (layer: Layer, given: readonly Candle[], span?: Span): Promise<void> => {
    const candles = [...new Map(given.map((one) => [one.startMs, one])).values()];
    const key = [layer.symbol, layer.timeframe];
    let from = 0;
    for (; from + ROWS_PER_STATEMENT < candles.length; from += ROWS_PER_STATEMENT) {
      await db.query(PUT, [...key, ...toColumns(candles.slice(from, from + ROWS_PER_STATEMENT))]);
    }
    const last = [...key, ...toColumns(candles.slice(from))];
    if (span !== undefined) await db.query(PUT_SPAN, [...last, span.fromMs, span.toMs]);
    else if (from < candles.length) await db.query(PUT, last);
    await prune(layer, candles.length);
  };
  return {
    async list({ symbol, timeframe, fromMs, toMs, limit }) {
      const range = [Math.max(-TIME_MAX_MS, fromMs), Math.min(TIME_MAX_MS, toMs)];
      const rows = await db.query(LIST, [symbol, timeframe, ...range, limit]);
      return rows.toReversed().map(toCandle);
    },
    put: async (symbol, timeframe, candles) => await write({ symbol, timeframe }, candles),
    putSpan: write,
    async span({ symbol, timeframe }) {
      const [row] = await db.query(SPAN, [symbol, timeframe]);
      return row && { fromMs: Number(row.from_ms), toMs: Number(row.to_ms) };
    },
    async bounds(symbol, timeframe): Promise<StoredBounds | undefined> {
      const [row] = await db.query(BOUNDS, [symbol, timeframe]);
      const isThere = row !== undefined && row.first_ms !== null;
      return isThere ? { firstMs: Number(row.first_ms), lastMs: Number(row.last_ms) } : undefined;
    },
  };
}

function toColumns(candles: readonly Candle[]): readonly (readonly number[])[] {
  return [
    candles.map(({ startMs }) => startMs),
    candles.map(({ openPoints }) => openPoints),
    candles.map(({ highPoints }) => highPoints),
    candles.map(({ lowPoints }) => lowPoints),
    candles.map(({ closePoints }) => closePoints),
    candles.map(({ volume }) => volume),
  ];
}

function toCandle(row: Row): Candle {
  return {
    startMs: Number(row.start_ms),
    openPoints: points(Number(row.open_points)),
    highPoints: points(Number(row.high_points)),
    lowPoints: points(Number(row.low_points)),
    closePoints: points(Number(row.close_points)),
    volume: Number(row.volume),
  };
}
