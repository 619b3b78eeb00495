// Candles computed from the ticks, a day at a time, so that they match the quotes to the point.
// Complete days are cached while there is room; the current minute is always computed.
import type { Instrument } from '@halyard/core/instrument';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import { aggregateCandles, candleStartMs } from '#candle/candle.ts';
import type { Candle, CandleRequest, Timeframe } from '#candle/candle.ts';
import type { Scheduler } from '#clock/clock.ts';
import type { Recent } from '#recent/recent.ts';
import { MINUTE_TICKS } from './minute-path.ts';
import { toPoints, visitMinutes } from './quoting.ts';
import type { Quoting } from './quoting.ts';
import type { SymbolPath } from './symbol-path.ts';

/** How many days back simulated candles reach. */
export const HISTORY_DAYS = 400;

const WITHIN_AN_HOUR: ReadonlySet<Timeframe> = new Set(['1m', '5m', '15m', '30m']);

export type HistorySource = {
  readonly instrument: Instrument;
  readonly path: SymbolPath;
  readonly quoting: Quoting;
  /** The cache of complete days' minute candles, shared by all symbols. */
  readonly minuteDays: Recent<readonly Candle[]>;
  readonly hourDays: Recent<readonly Candle[]>;
  readonly scheduler: Scheduler;
};

/**
 * Returns the newest `limit` candles of [fromMs, toMs) that have begun at `nowMs`. Yields to other
 * work after each day.
 */
export async function listCandles(
  source: HistorySource,
  request: CandleRequest,
  nowMs: number,
): Promise<readonly Candle[]> {
  const { timeframe, limit } = request;
  const fromMs = Math.max(
    candleStartMs(timeframe, request.fromMs),
    candleStartMs(timeframe, nowMs - HISTORY_DAYS * DAY_MS),
  );
  const untilMs = Math.min(request.toMs, nowMs + 1);
  // The timeframe to aggregate within a day. A week can begin in days not visited yet, so weeks are
  // aggregated at the end.
  const dayFrame = timeframe === '1w' ? '1d' : timeframe;
  const enough = timeframe === '1w' ? (limit + 1) * 7 : limit;
  const days: Candle[][] = [];
  let count = 0;
  for (let day = Math.floor((untilMs - 1) / DAY_MS); day * DAY_MS >= fromMs - DAY_MS; day -= 1) {
    // `fromMs` is the start of a candle, so that none is aggregated from half of its minutes.
    const quoted = quotedBefore(source, { day, dayFrame, nowMs }).filter(
      ({ startMs }) => startMs >= fromMs,
    );
    const whole = dayFrame === '1m' ? quoted : aggregateCandles(quoted, dayFrame);
    const ofDay = whole.filter(({ startMs }) => startMs < untilMs);
    days.push(ofDay);
    count += ofDay.length;
    if (count >= enough) break;
    await source.scheduler.breathe();
  }
  const all = days.toReversed().flat();
  return (timeframe === '1w' ? aggregateCandles(all, '1w') : all).slice(-limit);
}

type DayRequest = { readonly day: number; readonly dayFrame: Timeframe; readonly nowMs: number };

function quotedBefore(
  source: HistorySource,
  { day, dayFrame, nowMs }: DayRequest,
): readonly Candle[] {
  const isOver = (day + 1) * DAY_MS <= nowMs;
  if (!isOver) return runningDay(source, day, nowMs);
  return WITHIN_AN_HOUR.has(dayFrame) ? minutesOf(source, day) : hoursOf(source, day);
}

function minutesOf(source: HistorySource, day: number): readonly Candle[] {
  const { instrument, path, minuteDays } = source;
  return minuteDays.get(`${instrument.symbol}|${day}`, () => computeMinutes(path, instrument, day));
}

function hoursOf(source: HistorySource, day: number): readonly Candle[] {
  const { instrument, path, hourDays } = source;
  return hourDays.get(`${instrument.symbol}|${day}`, () =>
    aggregateCandles(computeMinutes(path, instrument, day), '1h'),
  );
}

function computeMinutes(path: SymbolPath, { decimals }: Instrument, day: number): Candle[] {
  const scale = 10 ** decimals;
  const candles: Candle[] = [];
  visitMinutes(path, day, (startMs, logs, volume) => {
    candles.push(minuteCandle({ startMs, logs, count: MINUTE_TICKS, scale, volume }));
  });
  return candles;
}

type MinuteOfTicks = {
  readonly startMs: number;
  readonly logs: Float64Array;
  /** How many ticks of the day have been quoted. */
  readonly count: number;
  readonly scale: number;
  readonly volume: number;
};

function minuteCandle({ startMs, logs, count, scale, volume }: MinuteOfTicks): Candle {
  let high = logs[0] ?? 0;
  let low = high;
  for (let index = 1; index < count; index += 1) {
    const log = logs[index] ?? 0;
    if (log > high) high = log;
    if (log < low) low = log;
  }
  return {
    startMs,
    openPoints: toPoints(logs[0] ?? 0, scale),
    highPoints: toPoints(high, scale),
    lowPoints: toPoints(low, scale),
    closePoints: toPoints(logs[count - 1] ?? 0, scale),
    volume,
  };
}

/**
 * Returns the current day's candles: its complete minutes, and the ticks of the current minute so
 * far.
 */
function runningDay(source: HistorySource, day: number, nowMs: number): Candle[] {
  const { quoting, instrument } = source;
  const lastTick = quoting.tickNumber(nowMs);
  const runningMs = Math.floor(lastTick / MINUTE_TICKS) * MINUTE_MS;
  const candles = minutesOf(source, day).filter(({ startMs }) => startMs < runningMs);
  if (Math.floor(runningMs / DAY_MS) !== day || !quoting.isQuotedAt(lastTick)) return candles;
  const scale = 10 ** instrument.decimals;
  const ticks = source.path.day(day);
  const logs = new Float64Array(MINUTE_TICKS + 1);
  const minute = ((runningMs - day * DAY_MS) / MINUTE_MS) | 0;
  ticks.fill(minute, logs);
  // `| 0` keeps the number an integer for the JIT compiler too: see symbol-path.ts.
  const count = ((lastTick % MINUTE_TICKS) + 1) | 0;
  const volume = Math.ceil((ticks.volume(minute) * count) / MINUTE_TICKS) | 0;
  return [...candles, minuteCandle({ startMs: runningMs, logs, count, scale, volume })];
}
