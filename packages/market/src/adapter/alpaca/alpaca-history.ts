// Alpaca's bars: candles of the trades on the feed's exchanges, adjusted for splits so that charts
// show no jump. Days follow New York time; shorter timeframes follow the clock.
import { FeedOutage, toCandles } from '#adapter/history/history.ts';
import type { CandleRow, HttpGate, Page, PageRequest } from '#adapter/history/history.ts';
import { isRecord, parseTime } from '#adapter/json/json.ts';
import type { Timeframe } from '#candle/candle.ts';

/** The largest number of bars per reply of Alpaca. */
export const BARS_MAX = 10_000;
// Alpaca permits 200 requests a minute; some are left for other clients with the same key.
export const BARS_SPACING_MS = 400;

const NAMES = {
  '1m': '1Min',
  '5m': '5Min',
  '15m': '15Min',
  '30m': '30Min',
  '1h': '1Hour',
  '1d': '1Day',
} as const;

type BarTimeframe = keyof typeof NAMES;

/**
 * The start of Alpaca's four-hour and weekly bars is not documented, so these are aggregated here.
 */
export function barTimeframe(timeframe: Timeframe): BarTimeframe {
  if (timeframe === '4h') return '1h';
  return timeframe === '1w' ? '1d' : timeframe;
}

export async function fetchBars(
  { gate, restUrl, code, feed }: { gate: HttpGate; restUrl: string; code: string; feed: string },
  request: PageRequest,
): Promise<Page> {
  const url = new URL('/v2/stocks/bars', restUrl);
  const parameters = {
    symbols: code,
    timeframe: NAMES[barTimeframe(request.timeframe)],
    start: new Date(request.fromMs).toISOString(),
    // Alpaca treats the end of the requested range as inclusive.
    end: new Date(request.beforeMs - 1).toISOString(),
    limit: String(request.count),
    sort: 'desc',
    adjustment: 'split',
    feed,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const json = await gate.getJson(url, request.signal);
  if (!isRecord(json) || !isRecord(json.bars)) throw new FeedOutage('Alpaca answers with no bars');
  const bars = json.bars[code];
  const rows = Array.isArray(bars) ? bars.flatMap(toRow) : [];
  const isLast = typeof json.next_page_token !== 'string';
  return { candles: toCandles(rows, request), isLast };
}

function toRow(bar: unknown): readonly CandleRow[] {
  if (!isRecord(bar)) return [];
  const { t, o: open, h: high, l: low, c: close, v: volume } = bar;
  return [{ startMs: parseTime(t), open, high, low, close, volume }];
}
