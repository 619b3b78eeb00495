// Hourly closes without their candles: only the last minute of each hour is computed, a sixtieth of
// the ticks. They equal those of history.ts to the point.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { candleStartMs } from '#candle/candle.ts';
import type { CandleRequest, HourClose } from '#candle/candle.ts';
import { HISTORY_DAYS } from './history.ts';
import type { HistorySource } from './history.ts';
import { MINUTE_TICKS } from './minute-path.ts';
import { toPoints } from './quoting.ts';
import { isQuoted } from './symbol-path.ts';

const HOURS = 24;
const HOUR_MINUTES = 60;

export type CloseSource = Omit<HistorySource, 'minuteDays' | 'hourDays'>;

/**
 * Returns the newest `limit` closes of the hours of [fromMs, toMs) that have begun at `nowMs`,
 * ascending; the current hour's is its newest tick. Yields to other work after each day.
 */
export async function listHourCloses(
  source: CloseSource,
  { fromMs: askedFromMs, toMs, limit }: CandleRequest,
  nowMs: number,
): Promise<readonly HourClose[]> {
  const fromMs = Math.max(
    candleStartMs('1h', askedFromMs),
    candleStartMs('1h', nowMs - HISTORY_DAYS * DAY_MS),
  );
  const untilMs = Math.min(toMs, nowMs + 1);
  const days: HourClose[][] = [];
  let count = 0;
  for (let day = Math.floor((untilMs - 1) / DAY_MS); (day + 1) * DAY_MS > fromMs; day -= 1) {
    const ofDay = closesOfDay(source, day, nowMs).filter(
      ({ startMs }) => startMs >= fromMs && startMs < untilMs,
    );
    days.push(ofDay);
    count += ofDay.length;
    if (count >= limit) break;
    await source.scheduler.breathe();
  }
  return days.toReversed().flat().slice(-limit);
}

function closesOfDay(
  { path, quoting, instrument }: CloseSource,
  day: number,
  nowMs: number,
): HourClose[] {
  const ticks = path.day(day);
  const scale = 10 ** instrument.decimals;
  const logs = new Float64Array(MINUTE_TICKS + 1);
  const isOver = (day + 1) * DAY_MS <= nowMs;
  const newestTick = quoting.tickNumber(nowMs);
  const runningMs = isOver ? Infinity : Math.floor(newestTick / MINUTE_TICKS) * MINUTE_MS;
  const hasBegun = (minuteMs: number): boolean =>
    minuteMs < runningMs || (minuteMs === runningMs && quoting.isQuotedAt(newestTick));
  const closes: HourClose[] = [];
  for (let hour = 0; hour < HOURS; hour += 1) {
    const startMs = day * DAY_MS + hour * HOUR_MS;
    for (let left = HOUR_MINUTES - 1; left >= 0; left -= 1) {
      const minute = hour * HOUR_MINUTES + left;
      const minuteMs = startMs + left * MINUTE_MS;
      if (!isQuoted(ticks, minute) || !hasBegun(minuteMs)) continue;
      ticks.fill(minute, logs);
      const last = minuteMs === runningMs ? newestTick % MINUTE_TICKS : MINUTE_TICKS - 1;
      closes.push({ startMs, closePoints: toPoints(logs[last] ?? 0, scale) });
      break;
    }
  }
  return closes;
}
