// OANDA's candles of the bid. The request sets days to 00:00 UTC and weeks to Monday; OANDA's
// default is 17:00 in New York.
import { FeedOutage, toCandles } from '#adapter/history/history.ts';
import type { CandleRow, HttpGate, Page, PageRequest } from '#adapter/history/history.ts';
import { isRecord, parseTime } from '#adapter/json/json.ts';
import type { Timeframe } from '#candle/candle.ts';

/** The largest number of candles per reply of OANDA. */
export const CANDLES_PER_PAGE_MAX = 5_000;
// OANDA permits 120 requests per second; history does not need that many.
export const CANDLES_SPACING_MS = 100;

const GRANULARITIES = {
  '1m': 'M1',
  '5m': 'M5',
  '15m': 'M15',
  '30m': 'M30',
  '1h': 'H1',
  '4h': 'H4',
  '1d': 'D',
  '1w': 'W',
} as const satisfies Record<Timeframe, string>;

/** With an end and a count, OANDA returns the newest candles up to the end. */
export async function fetchOandaCandles(
  { gate, restUrl, code }: { gate: HttpGate; restUrl: string; code: string },
  request: PageRequest,
): Promise<Page> {
  const url = new URL(`/v3/instruments/${encodeURIComponent(code)}/candles`, restUrl);
  const parameters = {
    price: 'B',
    granularity: GRANULARITIES[request.timeframe],
    to: new Date(request.beforeMs).toISOString(),
    count: String(request.count),
    smooth: 'false',
    dailyAlignment: '0',
    alignmentTimezone: 'UTC',
    weeklyAlignment: 'Monday',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const json = await gate.getJson(url, request.signal);
  if (!isRecord(json) || !Array.isArray(json.candles)) {
    throw new FeedOutage('OANDA answers with no candles');
  }
  const rows = json.candles.flatMap(toRow);
  return { candles: toCandles(rows, request), isLast: json.candles.length < request.count };
}

function toRow(candle: unknown): readonly CandleRow[] {
  if (!isRecord(candle) || !isRecord(candle.bid)) return [];
  const { o: open, h: high, l: low, c: close } = candle.bid;
  return [{ startMs: parseTime(candle.time), open, high, low, close, volume: candle.volume }];
}

/**
 * Returns the codes of the instruments that the account can see; undefined if the reply is invalid.
 */
export async function fetchAccountCodes(
  gate: HttpGate,
  restUrl: string,
  account: string,
): Promise<ReadonlySet<string> | undefined> {
  const url = new URL(`/v3/accounts/${encodeURIComponent(account)}/instruments`, restUrl);
  const json = await gate.getJson(url);
  if (!isRecord(json) || !Array.isArray(json.instruments)) return undefined;
  return new Set(
    json.instruments.flatMap((one: unknown) =>
      isRecord(one) && typeof one.name === 'string' ? [one.name] : [],
    ),
  );
}
