import type { Points, Quote } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import { candleStartMs } from '#candle/candle.ts';
import type { Candle } from '#candle/candle.ts';

type Running = {
  readonly candle: { -readonly [Key in keyof Candle]: Candle[Key] };
  /** Whether the minute is complete. False if its beginning may be missing. */
  isWhole: boolean;
};

export type FinishedMinute = {
  readonly symbol: string;
  readonly candle: Candle;
  readonly isWhole: boolean;
};

export type MinuteBuilder = {
  note(quote: Quote): void;
  /** Marks that quotes may have been missed before the next one. */
  interrupt(symbol: string): void;
  /**
   * Returns the start of the newest incomplete minute; Infinity while it has not begun, -Infinity
   * if there was none.
   */
  lastPartialMs(symbol: string): number;
  /**
   * Returns the finished minutes that `takeFinished` has not returned yet, and the current one,
   * ascending.
   */
  recent(symbol: string): readonly Candle[];
  /** Removes and returns the minutes that had ended at `nowMs`, in order. */
  takeFinished(nowMs: number): readonly FinishedMinute[];
};

/** Builds 1-minute candles from the bids of accepted quotes. */
export function createMinuteBuilder(): MinuteBuilder {
  const running = new Map<string, Running>();
  const interrupted = new Set<string>();
  const partials = new Map<string, number>();
  let finished: FinishedMinute[] = [];
  const finish = (symbol: string, { candle, isWhole }: Running): void => {
    running.delete(symbol);
    finished.push({ symbol, candle, isWhole });
  };
  return {
    note({ symbol, bidPoints, receivedAtMs }) {
      const startMs = candleStartMs('1m', receivedAtMs);
      const isWhole = !interrupted.delete(symbol);
      if (!isWhole) partials.set(symbol, startMs);
      const last = running.get(symbol);
      if (last !== undefined && last.candle.startMs >= startMs) {
        extend(last.candle, bidPoints);
        last.isWhole = last.isWhole && isWhole;
        return;
      }
      if (last !== undefined) finish(symbol, last);
      const candle = {
        startMs,
        openPoints: bidPoints,
        highPoints: bidPoints,
        lowPoints: bidPoints,
        closePoints: bidPoints,
        volume: 1,
      };
      running.set(symbol, { candle, isWhole });
    },
    interrupt(symbol) {
      interrupted.add(symbol);
    },
    lastPartialMs: (symbol) =>
      interrupted.has(symbol) ? Infinity : (partials.get(symbol) ?? -Infinity),
    recent(symbol) {
      const over = finished.filter((one) => one.symbol === symbol);
      const last = running.get(symbol);
      const candles = over.map(({ candle }) => candle);
      return last === undefined ? candles : [...candles, { ...last.candle }];
    },
    takeFinished(nowMs) {
      for (const [symbol, last] of running) {
        if (last.candle.startMs + MINUTE_MS <= nowMs) finish(symbol, last);
      }
      const taken = finished;
      finished = [];
      return taken;
    },
  };
}

function extend(candle: Running['candle'], price: Points): void {
  if (price > candle.highPoints) candle.highPoints = price;
  if (price < candle.lowPoints) candle.lowPoints = price;
  candle.closePoints = price;
  candle.volume += 1;
}
