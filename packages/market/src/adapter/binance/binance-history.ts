// Binance's klines: candles of trades, the closest available approximation of the bid.
import { toCandles } from '#adapter/history/history.ts';
import type { CandleRow, HttpGate, Page, PageRequest } from '#adapter/history/history.ts';
import { FeedOutage } from '#adapter/history/history.ts';

/** The largest number of klines (candles) per reply of Binance. */
export const KLINES_MAX = 1_000;
// A request uses 2 of the 6,000 units per minute and address; four per second leave most of the
// limit.
export const KLINES_SPACING_MS = 250;

/** Without a start time, Binance returns the newest klines up to the end. */
export async function fetchKlines(
  { gate, restUrl, code }: { gate: HttpGate; restUrl: string; code: string },
  request: PageRequest,
): Promise<Page> {
  const url = new URL('/api/v3/klines', restUrl);
  url.searchParams.set('symbol', code);
  url.searchParams.set('interval', request.timeframe);
  url.searchParams.set('endTime', String(request.beforeMs - 1));
  url.searchParams.set('limit', String(request.count));
  const json = await gate.getJson(url, request.signal);
  if (!Array.isArray(json)) throw new FeedOutage('Binance answers with no klines');
  const rows = json.flatMap(toRow);
  return { candles: toCandles(rows, request), isLast: json.length < request.count };
}

function toRow(kline: unknown): readonly CandleRow[] {
  if (!Array.isArray(kline)) return [];
  const [startMs, open, high, low, close, volume] = kline as readonly unknown[];
  return [{ startMs: Number(startMs), open, high, low, close, volume }];
}
