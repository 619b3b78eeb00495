import type { LiveQuote } from '@halyard/contract/market';
import { expect, it } from 'vitest';
import {
  type PaintSchedule,
  QuoteStore,
  REPAINT_INTERVAL_MS,
  SYMBOLS_PER_FRAME_MAX,
} from './quotes.ts';

const FRAME_MS = 16;

/** A schedule for tests: frames every FRAME_MS and timers to the millisecond, advanced manually. */
function createFakeSchedule() {
  let nowMs = 0;
  let tasks: { readonly atMs: number; readonly run: () => void }[] = [];
  const plan = (atMs: number, run: () => void) => {
    const task = { atMs, run };
    tasks.push(task);
    return () => {
      tasks = tasks.filter((other) => other !== task);
    };
  };
  const schedule: PaintSchedule = {
    now: () => nowMs,
    inFrame: (run) => plan((Math.floor(nowMs / FRAME_MS) + 1) * FRAME_MS, run),
    after: (delayMs, run) => plan(nowMs + delayMs, run),
  };
  const passTime = (durationMs: number) => {
    const endMs = nowMs + durationMs;
    for (;;) {
      const next = tasks.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > endMs) break;
      tasks = tasks.filter((other) => other !== next);
      nowMs = next.atMs;
      next.run();
    }
    nowMs = endMs;
  };
  return { schedule, passTime, countPlanned: () => tasks.length };
}

function quote(sell: number, state: LiveQuote['state'] = 'live'): LiveQuote {
  return { sell, buy: sell + 1, ts: 0, state };
}

it('paints nothing before the next animation frame, and then the latest quote once', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  const seen: unknown[] = [];
  quotes.subscribe('BTCUSD', () => seen.push(quotes.get('BTCUSD')?.sell));

  quotes.accept({ BTCUSD: quote(100) });
  quotes.accept({ BTCUSD: quote(101) });
  expect(quotes.get('BTCUSD')).toBeUndefined();

  passTime(FRAME_MS);
  expect(seen).toEqual([101]);
});

it('changes a cell at most four times a second however fast quotes come', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  let changes = 0;
  quotes.subscribe('BTCUSD', () => {
    changes += 1;
  });

  for (let at = 0; at < 10_000; at += 10) {
    quotes.accept({ BTCUSD: quote(at) });
    passTime(10);
  }
  expect(changes).toBeGreaterThanOrEqual(30);
  expect(changes).toBeLessThanOrEqual(41);
});

it('shows the last quote of a burst after the wait, although nothing else arrives', () => {
  const { schedule, passTime, countPlanned } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  quotes.accept({ BTCUSD: quote(100) });
  passTime(FRAME_MS);
  quotes.accept({ BTCUSD: quote(105) });
  passTime(FRAME_MS);
  expect(quotes.get('BTCUSD')?.sell).toBe(100);

  passTime(REPAINT_INTERVAL_MS + FRAME_MS);
  expect(quotes.get('BTCUSD')?.sell).toBe(105);
  expect(countPlanned()).toBe(0);
});

it('does not make a fresh symbol wait for one that was painted a moment ago', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  quotes.accept({ BTCUSD: quote(100) });
  passTime(FRAME_MS);
  quotes.accept({ BTCUSD: quote(101) });
  passTime(FRAME_MS);
  quotes.accept({ EURUSD: quote(1) });
  passTime(FRAME_MS);

  expect(quotes.get('EURUSD')?.sell).toBe(1);
  expect(quotes.get('BTCUSD')?.sell).toBe(100);
});

it('notifies only the cells of the changed symbol', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  let notified = 0;
  quotes.subscribe('EURUSD', () => {
    notified += 1;
  });
  quotes.accept({ BTCUSD: quote(100) });
  passTime(FRAME_MS);
  expect(notified).toBe(0);
});

it('replaces the set of live symbols only when a state changes', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  expect(quotes.liveSymbols.current()).toBeUndefined();
  quotes.accept({ BTCUSD: quote(100), AAPL: quote(300, 'closed') });
  passTime(FRAME_MS);
  const first = quotes.liveSymbols.current();
  expect(first).toEqual(new Set(['BTCUSD']));

  quotes.accept({ BTCUSD: quote(101) });
  passTime(REPAINT_INTERVAL_MS * 2);
  expect(quotes.liveSymbols.current()).toBe(first);

  quotes.accept({ AAPL: quote(301) });
  passTime(REPAINT_INTERVAL_MS * 2);
  expect(quotes.liveSymbols.current()).toEqual(new Set(['AAPL', 'BTCUSD']));
});

it('paints nothing more once it is closed', () => {
  const { schedule, passTime, countPlanned } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  quotes.accept({ BTCUSD: quote(100) });
  quotes.close();
  passTime(1000);
  expect(quotes.get('BTCUSD')).toBeUndefined();
  expect(countPlanned()).toBe(0);
});

it('removes the price of a symbol that a full book omits, and notifies its cells', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  quotes.accept({ BTCUSD: quote(100), ETHUSD: quote(10) });
  passTime(REPAINT_INTERVAL_MS);
  let changes = 0;
  quotes.subscribe('ETHUSD', () => {
    changes += 1;
  });

  quotes.replace({ BTCUSD: quote(101) });
  passTime(REPAINT_INTERVAL_MS);

  expect(quotes.get('BTCUSD')?.sell).toBe(101);
  expect(quotes.get('ETHUSD')).toBeUndefined();
  expect(quotes.liveSymbols.current()).toEqual(new Set(['BTCUSD']));
  expect(changes).toBe(1);
});

it('paints nothing while paused, and then the latest quote', () => {
  const { schedule, passTime, countPlanned } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  quotes.accept({ BTCUSD: quote(100) });
  passTime(1_000);
  quotes.setPaused(true);
  quotes.accept({ BTCUSD: quote(101) });
  quotes.accept({ BTCUSD: quote(102) });
  passTime(10_000);
  expect([quotes.get('BTCUSD')?.sell, countPlanned()]).toEqual([100, 0]);
  quotes.setPaused(false);
  passTime(FRAME_MS);
  expect(quotes.get('BTCUSD')?.sell).toBe(102);
});

it('spreads simultaneous changes over frames, and drops none', () => {
  const { schedule, passTime, countPlanned } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  const symbols = Array.from({ length: 2 * SYMBOLS_PER_FRAME_MAX + 1 }, (_, index) => `S${index}`);
  const painted: string[] = [];
  for (const symbol of symbols) quotes.subscribe(symbol, () => painted.push(symbol));
  quotes.accept(Object.fromEntries(symbols.map((symbol) => [symbol, quote(100)])));
  const seen = [1, 2, 3].map(() => {
    passTime(FRAME_MS);
    return painted.length;
  });
  expect(seen).toEqual([SYMBOLS_PER_FRAME_MAX, 2 * SYMBOLS_PER_FRAME_MAX, symbols.length]);
  expect(painted).toEqual(symbols);
  expect(countPlanned()).toBe(0);
});

it('calls a listener of several symbols once in each render', () => {
  const { schedule, passTime } = createFakeSchedule();
  const quotes = new QuoteStore(schedule);
  let calls = 0;
  const listener = () => {
    calls += 1;
  };
  quotes.subscribe('BTCUSD', listener);
  quotes.subscribe('ETHUSD', listener);

  quotes.accept({ BTCUSD: quote(100), ETHUSD: quote(50) });
  passTime(FRAME_MS);
  expect(calls).toBe(1);
});
