// Pages of candle history, newest first: as much as fits on a screen, then more as it is scrolled.
import { TIMEFRAME_MS } from '@halyard/contract/candle-start';
import { type Candle, listCandles } from '@halyard/contract/market';
import { DAY_MS } from '@halyard/core/time';
import type { Call } from '#data/http/call.ts';
import type { CandlePage, CandleRequest } from './chart-adapter.ts';

/** The length of the history: twelve months. */
export const HISTORY_MAX_MS = 365 * DAY_MS;
const PAGE_CANDLES = 600;
/**
 * The minimum period of a page: longer than a weekend with a holiday, in which most markets have no
 * candle.
 */
const PAGE_MIN_MS = 4 * DAY_MS;

export type CandleRange = { readonly fromMs: number; readonly toMs: number };

/**
 * Loads the page before an instant. If it is empty, retries once with the whole history. Throws if
 * the server does not return it.
 */
export async function loadCandles(
  call: Call,
  request: CandleRequest,
  nowMs: number,
): Promise<CandlePage> {
  const near = pageRange(request, nowMs);
  const page = await loadRange(call, request, near);
  const oldestMs = nowMs - HISTORY_MAX_MS;
  if (page.length > 0 || near.fromMs <= oldestMs) return toPage(page, oldestMs);
  return toPage(await loadRange(call, request, { ...near, fromMs: oldestMs }), oldestMs);
}

/** The period of a page: before an instant, or until now. */
export function pageRange({ series, beforeMs }: CandleRequest, nowMs: number): CandleRange {
  const toMs = beforeMs === undefined ? nowMs : beforeMs - 1;
  const spanMs = Math.max(PAGE_MIN_MS, PAGE_CANDLES * TIMEFRAME_MS[series.timeframe]);
  return { fromMs: Math.max(nowMs - HISTORY_MAX_MS, toMs - spanMs), toMs };
}

async function loadRange(
  call: Call,
  { series }: CandleRequest,
  { fromMs, toMs }: CandleRange,
): Promise<readonly Candle[]> {
  if (toMs <= fromMs) return [];
  const { symbol, timeframe } = series;
  const query = { symbol, timeframe, from: fromMs, to: toMs };
  const result = await call(listCandles, { query }, { background: true });
  if (result.kind === 'data') return result.data;
  throw new Error(`no candles: ${result.kind === 'refusal' ? result.code : result.reason}`);
}

function toPage(candles: readonly Candle[], oldestMs: number): CandlePage {
  const first = candles[0];
  return { candles, hasOlder: first !== undefined && first[0] > oldestMs };
}
