import { assertPresent } from '@halyard/core/assertion';
import { points } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findMarketParameters, loadCatalogue } from '#catalogue/catalogue.ts';
import type { Tick } from '#feed/feed.ts';
import { createSessions } from '#session/session.ts';
import { createSimulator, SEED_BYTES } from '#simulator/simulator.ts';
import { createVirtualTime } from '#testing/virtual-time.ts';
import { filterLimits, TickFilter } from './filter.ts';
import type { Verdict } from './filter.ts';

const START = Date.parse('2026-11-20T15:30:00Z');
const BTC = 7_833_500;

function createFilter(symbol = 'BTCUSD'): TickFilter {
  const instrument = loadCatalogue().find((one) => one.symbol === symbol);
  return new TickFilter(
    filterLimits(
      assertPresent(instrument, 'the symbol is listed'),
      assertPresent(findMarketParameters(symbol), 'the symbol has parameters'),
    ),
  );
}

type Quoted = { readonly mid: number; readonly atMs: number; readonly spread?: number };

function tickOf({ mid, atMs, spread = 2_000 }: Quoted, symbol = 'BTCUSD'): Tick {
  return {
    symbol,
    bidPoints: points(Math.round(mid - spread / 2)),
    askPoints: points(Math.round(mid + spread / 2)),
    sourceAtMs: atMs,
  };
}

function judge(filter: TickFilter, quoted: Quoted): string {
  return name(filter.judge(tickOf(quoted), quoted.atMs));
}

function name(verdict: Verdict): string {
  if (verdict.kind === 'accepted') return 'accepted';
  return verdict.isHalted ? `${verdict.reason} halted` : verdict.reason;
}

/**
 * Returns a filter that has settled at `mid` after a minute of unchanged quotes, four per second.
 */
function settled(mid = BTC): { readonly filter: TickFilter; readonly atMs: number } {
  const filter = createFilter();
  let atMs = START;
  for (; atMs < START + MINUTE_MS; atMs += 250) judge(filter, { mid, atMs });
  return { filter, atMs };
}

it('starts with the median of three ticks, at the time of the third', () => {
  const filter = createFilter();
  expect(judge(filter, { mid: BTC, atMs: START })).toBe('settling');
  expect(judge(filter, { mid: BTC * 1.3, atMs: START + 100 })).toBe('settling');
  const verdict = filter.judge(tickOf({ mid: BTC + 300, atMs: START + 200 }), START + 200);
  expect(verdict).toEqual({
    kind: 'accepted',
    tick: { ...tickOf({ mid: BTC + 300, atMs: START + 200 }) },
  });
});

it.each([
  ['a crossed quote', { mid: BTC, spread: -100 }, 0, 'crossed'],
  ['a hundredth of the usual price', { mid: BTC / 101 }, 0, 'out-of-range'],
  ['a hundred times the usual price', { mid: BTC * 101 }, 0, 'out-of-range'],
  ['a quote of over a second before the last', { mid: BTC }, -1_300, 'late'],
  ['a quote of a second before the last', { mid: BTC }, -1_200, 'accepted'],
  ['a quote of over two seconds ahead', { mid: BTC }, 2_001, 'future'],
  ['a quote of two seconds ahead', { mid: BTC }, 2_000, 'accepted'],
  // The largest spread for crypto is 1 %, unless twenty usual spreads are wider.
  ['a spread of 1 %', { mid: BTC, spread: BTC / 100 }, 0, 'accepted'],
  ['a spread of 1.1 %', { mid: BTC, spread: (BTC * 1.1) / 100 }, 0, 'wide'],
])('judges %s', (_, quoted, sourceOffsetMs, expected) => {
  const { filter, atMs } = settled();
  const tick = { ...tickOf({ ...quoted, atMs }), sourceAtMs: atMs + sourceOffsetMs };
  expect(name(filter.judge(tick, atMs))).toBe(expected);
});

it('sets the smallest spread on a quote without one', () => {
  const { filter, atMs } = settled();
  const verdict = filter.judge(tickOf({ mid: BTC, atMs, spread: 0 }), atMs);
  expect(verdict).toMatchObject({ tick: { bidPoints: BTC, askPoints: BTC + 1 } });
});

it('accepts a wide quote once quotes have been wide for a while', () => {
  const { filter, atMs } = settled();
  const wide = (offset: number, share: number) =>
    judge(filter, { mid: BTC, atMs: atMs + offset, spread: BTC * share });
  expect(wide(0, 0.011)).toBe('wide');
  for (let count = 1; count <= 31; count += 1) wide(count * 250, 0.009);
  expect(wide(32 * 250, 0.011)).toBe('accepted');
});

it('holds a soft jump and accepts it with the third confirming tick', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 1.02, atMs })).toBe('soft-jump');
  expect(judge(filter, { mid: BTC * 1.021, atMs: atMs + 100 })).toBe('soft-jump');
  expect(judge(filter, { mid: BTC * 1.019, atMs: atMs + 200 })).toBe('accepted');
});

it('accepts a soft jump that is confirmed half a second later', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 1.02, atMs })).toBe('soft-jump');
  expect(judge(filter, { mid: BTC * 1.02, atMs: atMs + 500 })).toBe('accepted');
});

it('drops a soft jump when the price falls back', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 1.02, atMs })).toBe('soft-jump');
  expect(judge(filter, { mid: BTC, atMs: atMs + 400 })).toBe('accepted');
  expect(judge(filter, { mid: BTC * 1.02, atMs: atMs + 600 })).toBe('soft-jump');
});

it('halts on a hard jump and accepts it after five ticks over three seconds', () => {
  const { filter, atMs } = settled();
  const crash = BTC * 0.85;
  const verdicts = [0, 250, 500, 1_000, 2_000, 2_999].map((offset) =>
    judge(filter, { mid: crash + offset, atMs: atMs + offset }),
  );
  expect(verdicts).toEqual(Array.from({ length: 6 }, () => 'hard-jump halted'));
  expect(judge(filter, { mid: crash, atMs: atMs + 3_000 })).toBe('accepted');
  expect(judge(filter, { mid: crash, atMs: atMs + 3_250 })).toBe('accepted');
});

it('requires five ticks for a hard jump, however long they take', () => {
  const { filter, atMs } = settled();
  const verdicts = [0, 2_000, 4_000, 6_000].map((offset) =>
    judge(filter, { mid: BTC * 0.85, atMs: atMs + offset }),
  );
  expect(new Set(verdicts)).toEqual(new Set(['hard-jump halted']));
  expect(judge(filter, { mid: BTC * 0.85, atMs: atMs + 8_000 })).toBe('accepted');
});

it('is no longer halted when the price is back where it was', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 0.85, atMs })).toBe('hard-jump halted');
  expect(judge(filter, { mid: BTC, atMs: atMs + 250 })).toBe('accepted');
  // The filter has dropped the held ticks, so confirming the jump takes five ticks again.
  expect(judge(filter, { mid: BTC * 0.85, atMs: atMs + 3_500 })).toBe('hard-jump halted');
});

it('starts over after a restart', () => {
  const { filter, atMs } = settled();
  filter.restart();
  expect(judge(filter, { mid: BTC * 0.85, atMs })).toBe('settling');
  expect(judge(filter, { mid: BTC * 0.85, atMs: atMs + 1 })).toBe('settling');
  expect(judge(filter, { mid: BTC * 0.85, atMs: atMs + 2 })).toBe('accepted');
});

it('never accepts hard jumps that do not agree with one another', () => {
  const { filter, atMs } = settled();
  const verdicts = Array.from({ length: 60 }, (_, count) =>
    judge(filter, { mid: BTC * (1.1 + 0.01 * (count % 7)), atMs: atMs + count * 250 }),
  );
  expect(new Set(verdicts)).toEqual(new Set(['hard-jump halted']));
});

it('never accepts a price that jumps back and forth', () => {
  const { filter, atMs } = settled();
  const verdicts = Array.from({ length: 20 }, (_, count) =>
    judge(filter, { mid: BTC * (count % 2 === 0 ? 1.02 : 0.98), atMs: atMs + count * 100 }),
  );
  expect(new Set(verdicts)).toEqual(new Set(['soft-jump']));
});

it('resumes within 5 s after a jump around the hard bound', () => {
  const { filter, atMs } = settled();
  const verdicts = Array.from({ length: 21 }, (_, count) =>
    judge(filter, { mid: BTC * (count % 2 === 0 ? 1.0505 : 1.0495), atMs: atMs + count * 250 }),
  );
  expect(verdicts.indexOf('accepted')).toBe(3_000 / 250);
  expect(verdicts.slice(3_000 / 250)).not.toContain('hard-jump halted');
});

it('does not count ticks of a soft jump towards a hard one, or the reverse', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 1.0495, atMs })).toBe('soft-jump');
  for (const offset of [750, 1_500, 2_250, 3_000]) {
    expect(judge(filter, { mid: BTC * 1.051, atMs: atMs + offset })).toBe('hard-jump halted');
  }
  expect(judge(filter, { mid: BTC * 1.02, atMs: atMs + 3_100 })).toBe('soft-jump');
});

it('measures lateness from the newest tick, not from the last', () => {
  const { filter, atMs } = settled();
  const verdicts = [0, -900, -1_800].map((offset) =>
    name(filter.judge({ ...tickOf({ mid: BTC, atMs }), sourceAtMs: atMs + offset }, atMs)),
  );
  expect(verdicts).toEqual(['accepted', 'accepted', 'late']);
});

it('treats a jump after ten silent minutes like one after one minute', () => {
  const { filter, atMs } = settled();
  expect(judge(filter, { mid: BTC * 1.012, atMs: atMs + 10 * MINUTE_MS })).toBe('soft-jump');
});

it('adapts to volatility, by a limited amount per minute', () => {
  const { filter, atMs } = settled();
  const before = filter.softBound(MINUTE_MS);
  for (let offset = 0; offset <= 10_000; offset += 250) {
    judge(filter, { mid: BTC * 0.85, atMs: atMs + offset });
  }
  judge(filter, { mid: BTC * 0.85, atMs: atMs + 2 * MINUTE_MS });
  const after = filter.softBound(MINUTE_MS);
  expect(after / before).toBeGreaterThan(1.1);
  expect(after / before).toBeLessThan(1.5);
});

it('does not adapt to the jump of a restart', () => {
  const { filter, atMs } = settled();
  const before = filter.softBound(MINUTE_MS);
  filter.restart();
  for (let offset = 0; offset <= 3 * MINUTE_MS; offset += 5_000) {
    judge(filter, { mid: BTC * 0.9, atMs: atMs + offset });
  }
  expect(filter.softBound(MINUTE_MS)).toBeLessThanOrEqual(before);
});

it('always accepts half of the usual movement', () => {
  const { filter, atMs } = settled();
  const fresh = createFilter().softBound(MINUTE_MS);
  for (let minute = 0; minute < 600; minute += 1) {
    judge(filter, { mid: BTC, atMs: atMs + minute * MINUTE_MS });
  }
  expect(filter.softBound(MINUTE_MS) / fresh).toBeCloseTo(0.5, 3);
});

const steps = fc.array(
  fc.record({ gapMs: fc.integer({ min: 50, max: 1_000 }), noise: fc.integer({ min: -3, max: 3 }) }),
  { minLength: 60, maxLength: 120 },
);

/** Simulates an ordinary market: the price moves by a few points per tick. */
function walk(path: readonly { readonly gapMs: number; readonly noise: number }[]): Quoted[] {
  let [mid, atMs] = [BTC, START];
  return path.map(({ gapMs, noise }) => {
    atMs += gapMs;
    mid += noise * 300;
    return { mid, atMs };
  });
}

it('never passes a single spike, whatever its size and time', () => {
  fc.assert(
    fc.property(
      steps,
      // The index of the bad tick. It is never the last one, because the filter holds the newest
      // tick until the next one.
      fc.integer({ min: 0, max: 58 }),
      fc
        .oneof(fc.double({ min: 0.02, max: 0.98 }), fc.double({ min: 1.02, max: 50 }))
        .map((factor) => (Math.abs(factor - 1) < 0.02 || Number.isNaN(factor) ? 2 : factor)),
      (path, index, factor) => {
        const filter = createFilter();
        walk(path).forEach((quoted, at) => {
          const mid = at === index ? quoted.mid * factor : quoted.mid;
          const verdict = filter.judge(tickOf({ ...quoted, mid }), quoted.atMs);
          if (verdict.kind === 'accepted') {
            expect(Math.abs(verdict.tick.bidPoints / BTC - 1)).toBeLessThan(0.015);
          }
        });
        expect(filter.newest?.atMs).toBe(walk(path).at(-1)?.atMs);
      },
    ),
  );
});

it('resumes within 5 s after a real 15 % crash on one source, without a bad quote before', () => {
  fc.assert(
    fc.property(steps, fc.constantFrom(0.85, 1.15, 0.5), (path, factor) => {
      const filter = createFilter();
      const quotes = walk(path);
      const crashAt = 40;
      const crash = assertPresent(quotes[crashAt], 'a tick');
      let tradedAtMs = Infinity;
      quotes.forEach((quoted, at) => {
        const isAfter = at >= crashAt;
        const mid = isAfter ? quoted.mid * factor : quoted.mid;
        const verdict = filter.judge(tickOf({ ...quoted, mid }), quoted.atMs);
        if (!isAfter || verdict.kind === 'refused') return;
        expect(Math.abs(verdict.tick.bidPoints / (BTC * factor) - 1)).toBeLessThan(0.015);
        tradedAtMs = Math.min(tradedAtMs, quoted.atMs);
      });
      const lastMs = quotes.at(-1)?.atMs ?? 0;
      if (lastMs >= crash.atMs + 5_000) {
        expect(tradedAtMs - crash.atMs).toBeLessThanOrEqual(5_000);
        expect(tradedAtMs - crash.atMs).toBeGreaterThanOrEqual(3_000);
      }
    }),
  );
});

it('resumes within 5 s after the end of a slow crash', () => {
  const { filter, atMs } = settled();
  const endMs = atMs + 4_000;
  let tradedAtMs = Infinity;
  for (let at = atMs; at < endMs + 6_000; at += 250) {
    const mid = BTC * (1 - 0.15 * Math.min(1, (at - atMs) / 4_000));
    const verdict = judge(filter, { mid, atMs: at });
    if (verdict === 'accepted' && at >= endMs) tradedAtMs = Math.min(tradedAtMs, at);
  }
  expect(tradedAtMs - endMs).toBeLessThanOrEqual(5_000);
});

it.each(['BTCUSD', 'EURUSD', 'AAPL', 'XAUUSD', 'US500', 'WHEAT'])(
  'accepts almost all quotes of an ordinary day of %s',
  (symbol) => {
    const instruments = loadCatalogue().filter((one) => one.symbol === symbol);
    const sessions = createSessions();
    const startMs = Date.parse('2026-11-19T12:00Z');
    const time = createVirtualTime(startMs);
    const simulator = createSimulator({
      seed: new Uint8Array(SEED_BYTES).fill(3),
      instruments,
      sessions,
      ...time,
    });
    const filter = createFilter(symbol);
    const counts = new Map<string, number>();
    void simulator.start({
      tick(tick) {
        const verdict = name(filter.judge(tick, time.clock.nowMs()));
        counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
      },
      lastKnown: () => undefined,
      ended: () => undefined,
      connection: () => undefined,
    });
    time.advance(6 * 60 * MINUTE_MS);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBeGreaterThan(10_000);
    expect((counts.get('accepted') ?? 0) / total).toBeGreaterThan(0.999);
    expect(counts.get('hard-jump halted')).toBeUndefined();
  },
);
