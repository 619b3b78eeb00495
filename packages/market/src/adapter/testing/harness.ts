// The fixture shared by the adapters' tests: a subscriber that records everything, and functions
// that wait for real sockets while the adapter's time stands still.
import type { Misbehaviour, VendorCandle } from '@halyard/testkit';
import { onTestFinished } from 'vitest';
import type { Adapter, AdapterOptions, AdapterSink, Rejection } from '#adapter/adapter.ts';
import { TIMEFRAME_MS } from '#candle/candle.ts';
import type { Candle, Timeframe } from '#candle/candle.ts';
import { loadCatalogue } from '#catalogue/catalogue.ts';
import type { FeedConnection, Tick } from '#feed/feed.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import type { VirtualTime } from '#testing/virtual-time.ts';

export const NOW_MS = Date.parse('2026-11-20T15:30:00Z');
const PATIENCE_MS = 10_000;
const QUICK_LOOKS = 100;
const OUTLAST_MAX_MS = 400_000;

export type Recorder = AdapterSink & {
  readonly ticks: Tick[];
  readonly known: Tick[];
  readonly changes: FeedConnection[];
  readonly tradeables: [string, boolean][];
  readonly rejections: Rejection[];
};

function createRecorder(): Recorder {
  const ticks: Tick[] = [];
  const known: Tick[] = [];
  const changes: FeedConnection[] = [];
  const tradeables: [string, boolean][] = [];
  const rejections: Rejection[] = [];
  return {
    ticks,
    known,
    changes,
    tradeables,
    rejections,
    tick: (tick) => ticks.push(tick),
    lastKnown: (tick) => known.push(tick),
    connection: (change) => changes.push(change),
    tradeable: (symbol, isTradeable) => tradeables.push([symbol, isTradeable]),
    rejected: (rejection) => rejections.push(rejection),
    ended: (symbol) => {
      throw new Error(`${symbol} has ended`);
    },
  };
}

/** Waits in real time for a condition. */
export async function until(
  condition: () => boolean,
  what: string | (() => string),
): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS;
  for (let look = 0; !condition(); look += 1) {
    if (Date.now() > untilMs) {
      throw new Error(`waited in vain for ${typeof what === 'string' ? what : what()}`);
    }
    await new Promise((resolve) => {
      if (look < QUICK_LOOKS) setImmediate(resolve);
      else setTimeout(resolve, 1);
    });
  }
}

/**
 * Runs enough turns of the event loop for data between two sockets of this process to arrive, also
 * on a busy machine.
 */
export async function aMoment(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The common interface of all simulated vendors. */
export type VendorServer = Misbehaviour & {
  readonly connectionCount: number;
  readonly openedCount: number;
  readonly socketCount: number;
  close(): Promise<void>;
};

type Price = { readonly bid: string; readonly ask: string };

/** An adapter and the simulated server of its vendor. */
export type VendorFixture<Server extends VendorServer = VendorServer> = {
  readonly server: Server;
  readonly adapter: Adapter;
  /** The symbol that `quote` quotes, and a price that is plausible for it. */
  readonly symbol: string;
  readonly usualPrice: Price;
  /** Sends a quote of this time. */
  quote(price: Price, atMs: number): void;
};

export type Harness<Server extends VendorServer> = {
  readonly server: Server;
  readonly adapter: Adapter;
  readonly sink: Recorder;
  readonly time: VirtualTime;
  /** Starts the adapter and waits until it has subscribed. */
  up(): Promise<void>;
  /** Waits until the adapter's state starts with `wanted`, such as 'down: no sign of life'. */
  untilState(wanted: string): Promise<void>;
  /**
   * Advances the time until the adapter leaves that state. Returns how long it lasted, in steps of
   * 50 ms.
   */
  outlast(state: string): number;
  /** Waits for the tick with this number, counted from 1. */
  untilTick(count: number): Promise<void>;
  /** The adapter's connection state and its reason. */
  readonly state: string;
  /** The ticks received so far, such as 'BTCUSD 9700000/9700010'. */
  readonly quotes: readonly string[];
};

/**
 * Creates the fixture of one vendor. When the test has finished, the adapter stops before its
 * server.
 */
export function createHarness<Server extends VendorServer>(
  server: Server,
  adapter: Adapter,
  time: VirtualTime,
): Harness<Server> {
  const sink = createRecorder();
  const state = (): string => `${adapter.connection.state}: ${adapter.connection.reason}`;
  const untilState = (wanted: string): Promise<void> =>
    until(
      () => state().startsWith(wanted),
      () => `${wanted}; it is ${state()}`,
    );
  onTestFinished(async () => {
    await adapter.stop();
    await server.close();
  });
  return {
    server,
    adapter,
    sink,
    time,
    untilState,
    outlast(wanted) {
      const sinceMs = time.clock.nowMs();
      while (adapter.connection.state === wanted) {
        if (time.clock.nowMs() - sinceMs > OUTLAST_MAX_MS) throw new Error(`for ever ${state()}`);
        time.advance(50);
      }
      return time.clock.nowMs() - sinceMs;
    },
    untilTick: (count) => until(() => sink.ticks.length >= count, `tick ${count}`),
    async up() {
      await adapter.start(sink);
      await untilState('up');
    },
    get state() {
      return state();
    },
    get quotes() {
      return sink.ticks.map((tick) => `${tick.symbol} ${tick.bidPoints}/${tick.askPoints}`);
    },
  };
}

export function createTime(): VirtualTime {
  return createVirtualTime(NOW_MS);
}

export const evenChance = (): number => 0.5;

/** The options of an adapter for the whole catalogue. */
export function optionsAt(time: VirtualTime): AdapterOptions {
  return { instruments: loadCatalogue(), ...time, chance: evenChance };
}

/**
 * Creates this many candles, up to the one that is current at `untilMs`; each price contains the
 * candle's index.
 */
export function makeVendorCandles(
  count: number,
  timeframe: Timeframe,
  untilMs: number,
): readonly VendorCandle[] {
  const lengthMs = TIMEFRAME_MS[timeframe];
  const lastMs = Math.floor(untilMs / lengthMs) * lengthMs;
  return Array.from({ length: count }, (_, index) => ({
    startMs: lastMs - (count - 1 - index) * lengthMs,
    open: `${1_000 + index}.10`,
    high: `${1_000 + index}.90`,
    low: `${1_000 + index}.05`,
    close: `${1_000 + index}.50`,
    volume: index,
  }));
}

/**
 * Converts the vendor's candles to the form that the adapter must return, for an instrument with
 * two decimals.
 */
export function toExpected(candles: readonly VendorCandle[]): readonly object[] {
  const toPoints = (text: string): number => Number(text.replace('.', ''));
  return candles.map(({ startMs, open, high, low, close, volume }) => ({
    startMs,
    openPoints: toPoints(open),
    highPoints: toPoints(high),
    lowPoints: toPoints(low),
    closePoints: toPoints(close),
    volume,
  }));
}

export async function collect(pages: AsyncIterable<readonly Candle[]>): Promise<Candle[][]> {
  const collected: Candle[][] = [];
  for await (const page of pages) collected.push([...page]);
  return collected;
}
