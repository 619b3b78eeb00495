// A candle book with a vendor whose prices are a function of time, and with time that the test
// moves.
import { points } from '@halyard/core/instrument';
import type { Quote } from '@halyard/core/instrument';
import { HOUR_MS } from '@halyard/core/time';
import { candleStartMs, TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import type { HistoryRequest } from '#feed/feed.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { CandleBook, createMemoryCandleStore } from '../candle-book.ts';
import type { CandleStore } from '../candle-book.ts';

export const START = Date.parse('2026-11-20T15:20:30Z');
export const TICK_MS = 10_000;
const PAGE = 500;
/** The pause between two windows of the old data that the back-fill writes. */
const DEEP_PACE_MS = 250;

/** A market that is always open, with a price every ten seconds that depends only on the time. */
export function priceAt(atMs: number): number {
  return 100_000 + ((Math.imul(Math.floor(atMs / TICK_MS), 2_654_435_761) >>> 0) % 1_000);
}

export function vendorMinutes(fromMs: number, toMs: number): Candle[] {
  return vendorCandles('1m', fromMs, toMs);
}

/**
 * Returns candles of the vendor's prices from `fromMs`, the start of a minute, to `toMs`,
 * exclusive.
 */
export function vendorCandles(timeframe: Timeframe, fromMs: number, toMs: number): Candle[] {
  const lengthMs = TIMEFRAME_MS[timeframe];
  const candles: Candle[] = [];
  let startMs = candleStartMs(timeframe, fromMs);
  for (let atMs = fromMs; atMs < toMs; startMs += lengthMs) {
    const endMs = Math.min(startMs + lengthMs, toMs);
    const open = priceAt(atMs);
    let [high, low, close] = [open, open, open];
    for (; atMs < endMs; atMs += TICK_MS) {
      close = priceAt(atMs);
      high = Math.max(high, close);
      low = Math.min(low, close);
    }
    candles.push({
      startMs,
      openPoints: points(open),
      highPoints: points(high),
      lowPoints: points(low),
      closePoints: points(close),
      volume: 0,
    });
  }
  return candles;
}

export function createVendor() {
  const asked: string[] = [];
  const failing = { after: Infinity };
  return {
    asked,
    failing,
    /** A promise that every reply of the vendor waits for. */
    gate: Promise.resolve(),
    async *history({ timeframe, fromMs, toMs }: HistoryRequest) {
      asked.push(`${timeframe} ${new Date(fromMs).toISOString().slice(0, 16)}`);
      await this.gate;
      if (asked.length > failing.after) throw new Error('the vendor is away');
      const candles = vendorCandles(timeframe, fromMs, toMs);
      for (let end = candles.length; end > 0; end -= PAGE) {
        yield candles.slice(Math.max(0, end - PAGE), end);
      }
    },
  };
}

type Fixture = {
  readonly store?: CandleStore;
  readonly startMs?: number;
  readonly vendor?: ReturnType<typeof createVendor>;
  readonly depthMs?: number;
};

export function createFixture({
  store = createMemoryCandleStore(),
  startMs = START,
  depthMs = 2 * HOUR_MS,
  ...rest
}: Fixture = {}) {
  const time = createVirtualTime(startMs);
  const vendor = rest.vendor ?? createVendor();
  const problems: unknown[] = [];
  const progress: string[] = [];
  const book = new CandleBook({
    histories: new Map([['BTCUSD', vendor]]),
    store,
    depthMs,
    ...time,
    onError: (error) => problems.push(error),
    onProgress: ({ symbol, stage, symbolsDone, symbolsTotal }) => {
      progress.push(`${stage} ${symbol} ${symbolsDone}/${symbolsTotal}`);
    },
  });
  let isConnected = true;
  const quote = (): void => {
    const receivedAtMs = time.clock.nowMs();
    const bidPoints = points(priceAt(receivedAtMs));
    const rest = { askPoints: bidPoints, source: 'vendor', sequence: 0, sourceAtMs: receivedAtMs };
    book.note({ symbol: 'BTCUSD', bidPoints, receivedAtMs, ...rest } satisfies Quote);
  };
  /** Advances the time, with a quote every ten seconds while connected. */
  const run = async (durationMs: number): Promise<void> => {
    const untilMs = time.clock.nowMs() + durationMs;
    while (time.clock.nowMs() < untilMs) {
      if (isConnected) quote();
      time.advance(TICK_MS);
      await settle();
    }
  };
  const connect = (connected: boolean): void => {
    if (!connected) book.interrupt('BTCUSD');
    isConnected = connected;
  };
  const fallSilent = (): void => {
    isConnected = false;
  };
  const read = async (timeframe: Timeframe, fromMs: number, limit = 100_000) => {
    const toMs = time.clock.nowMs() + 1;
    return book.candles({ symbol: 'BTCUSD', timeframe, fromMs, toMs, limit });
  };
  /** Advances the time until the back-fill has written this many windows of old data. */
  const deepen = async (windows: number): Promise<void> => {
    for (let window = 0; window < windows; window += 1) {
      await settle();
      time.advance(DEEP_PACE_MS);
    }
    await settle();
  };
  return { time, vendor, book, store, problems, progress, run, connect, fallSilent, read, deepen };
}

export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
