// Detects closed candles. It checks the clock once a second, so that clock changes and suspended
// machines cause no error: candles that closed long ago are reported as late.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import { candleStartMs, FeedOutage } from '@halyard/market';
import type { Timeframe } from '@halyard/market';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

const LOOK_MS = SECOND_MS;
/** How long after its end a candle is read, because its last quote may still be arriving. */
const SETTLE_MS = 2 * SECOND_MS;
/** The age above which a signal is not traded, because the price has moved. */
const LATE_AFTER_MS = MINUTE_MS;

export type ClosedCandle = {
  readonly endMs: number;
  /** Returns true when it is too late to act, or the program stops. */
  isOver(): boolean;
};

export type WatchOptions = {
  readonly timeframe: Timeframe;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * Handles a closed candle. Calls don't overlap. It is called again for the same candle after an
   * outage, and while it returns that it is not done.
   */
  readonly onClosed: (candle: ClosedCandle) => Promise<boolean>;
};

export type CandleWatch = { close(): Promise<void> };

export function watchCandles(options: WatchOptions): CandleWatch {
  const { timeframe, clock, log, onClosed } = options;
  let doneMs = -Infinity;
  let warnedMs = -Infinity;
  let isClosing = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const look = async (): Promise<void> => {
    const endMs = candleStartMs(timeframe, clock.nowMs() - SETTLE_MS);
    if (endMs === doneMs) return;
    const isOver = (): boolean => isClosing || clock.nowMs() - endMs > LATE_AFTER_MS;
    try {
      const isDone = await onClosed({ endMs, isOver });
      if (isDone) doneMs = endMs;
    } catch (error) {
      const isOutage = error instanceof Outage || error instanceof FeedOutage;
      if (!isOutage || isOver()) doneMs = endMs;
      if (!isOutage) log.error({ err: error, endMs }, 'automatic trading left a candle out');
      else if (warnedMs !== endMs) log.warn({ err: error, endMs }, 'automatic trading waits');
      warnedMs = endMs;
    }
  };
  const schedule = (): void => {
    if (isClosing) return;
    timer = setTimeout(() => {
      looking = look().then(schedule);
    }, LOOK_MS);
  };
  schedule();
  return {
    async close() {
      isClosing = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
