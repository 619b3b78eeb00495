import { expect, it } from 'vitest';
import type { Event } from '../event.ts';
import { createTestEngine, type Order, type TestEngine } from '../testing/test-engine.ts';

const WARNED = { marginWarningPercents: [100, 75] };
// At 1.00000 a buy fills at 1.00025; with leverage 10 a cent of margin loses 10 × move ÷ 100,025.
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  requestedPoints: 100_025,
};

/**
 * € 120 of cash and € 100 of margin: the margin level is 120 % at 1.00025 and changes by 10
 * percentage points per 1 % of price.
 */
function prepared(rules: Parameters<typeof createTestEngine>[0] = WARNED): TestEngine {
  const engine = createTestEngine(rules);
  engine.addAccount(12_000);
  engine.tick('EURUSD', 100_000, 100_000);
  engine.open(BUY);
  return engine;
}

function crossingsOf(happened: readonly Event[]): readonly unknown[] {
  return happened.flatMap((event) =>
    event.kind === 'margin-level-crossed' ? [[event.fromPercent, event.toPercent]] : [],
  );
}

/** Returns the margin warnings that start or end at each of the prices. */
function crossingsAt(engine: TestEngine, prices: readonly number[]): readonly unknown[] {
  return prices.map((price) => crossingsOf(engine.tick('EURUSD', price, price)));
}

it('warns once at each level on the way down, and again after equity was back', () => {
  const engine = prepared();
  // 100,000 × 2,001 ÷ 100,025 = 2,000.49…: E = 10,000 = 100 %; × 2,002 is 2,001.49…
  expect(engine.tick('EURUSD', 98_024, 98_024)).toEqual([]);
  expect(engine.tick('EURUSD', 98_023, 98_023)).toEqual([
    {
      kind: 'margin-level-crossed',
      accountId: 1,
      atMs: engine.clock.nowMs,
      fromPercent: null,
      toPercent: 100,
      equityCents: 9_999,
      usedMarginCents: 10_000,
    },
  ]);
  // Loss 100,000 × 4,501 ÷ 100,025 = 4,499.87… leaves a margin level of 75 %.
  expect(crossingsAt(engine, [98_000, 96_000, 95_524, 95_523])).toEqual([[], [], [], [[100, 75]]]);
  expect(crossingsAt(engine, [95_000, 95_523, 95_524])).toEqual([[], [], [[75, 100]]]);
  expect(crossingsAt(engine, [98_023, 98_024, 99_000])).toEqual([[], [[100, null]], []]);
  expect(crossingsAt(engine, [98_023])).toEqual([[[null, 100]]]);
});

it('warns only of the lowest level that a gap passes', () => {
  const engine = prepared();
  expect(crossingsAt(engine, [94_000, 99_000])).toEqual([[[null, 75]], [[75, null]]]);
});

it('ends a warning when a gap closes everything, and keeps it if a part remains open', () => {
  const engine = prepared();
  engine.tick('EURUSD', 98_000, 98_000);
  expect(crossingsOf(engine.tick('EURUSD', 90_000, 90_000))).toEqual([[100, null]]);
  expect(engine.account()).toMatchObject({ warnedPercent: null, cashCents: 1_978 });

  const other = createTestEngine(WARNED);
  other.addAccount(20_000);
  other.tick('EURUSD', 100_000, 100_000);
  other.open(BUY);
  other.open({ ...BUY, amountCents: 9_900, leverage: 30 });
  // Losses of 2,024.5 and 6,012.8: equity is 11,962 of 19,900, a margin level of 60 %.
  expect(crossingsOf(other.tick('EURUSD', 98_000, 98_000))).toEqual([[null, 75]]);
  // Losses of 2,524.4 and 7,497.4: equity is 9,979 of 19,900, or 50.1 %. At 97,400 the second
  // position is closed, which leaves 9,583 of 10,000.
  expect(crossingsOf(other.tick('EURUSD', 97_400, 97_400))).toEqual([[75, 100]]);
});

it('ends a warning when the customer closes the last position', () => {
  for (const which of ['one', 'all'] as const) {
    const engine = prepared();
    engine.tick('EURUSD', 98_000, 98_000);
    const atMs = engine.clock.nowMs;
    const decision =
      which === 'one'
        ? engine.close(1)
        : engine.run({ kind: 'close-positions', accountId: 1, atMs, which });
    expect(decision).toMatchObject({
      events: [
        { kind: 'position-closed' },
        { kind: 'margin-level-crossed', fromPercent: 100, toPercent: null, usedMarginCents: 0 },
      ],
    });
  }
});

it('notices the effect of a deposit or a close at the next live tick', () => {
  const engine = prepared();
  engine.tick('EURUSD', 98_000, 98_000);
  engine.post('deposit', { 'customer:cash': 100, 'house:bank': -100 });
  expect(engine.account().warnedPercent).toBe(100);
  engine.setState('EURUSD', 'halted');
  expect(engine.tick('EURUSD', 98_000, 98_000)).toEqual([]);
  engine.setState('EURUSD', 'live');
  expect(crossingsOf(engine.tick('EURUSD', 98_000, 98_000))).toEqual([[100, null]]);
});

it('sends no warnings without levels, and asserts that levels descend to the close-out', () => {
  expect(crossingsAt(prepared({}), [98_000, 95_000])).toEqual([[], []]);
  expect(() => prepared({ marginWarningPercents: [75, 100] })).toThrow('margin levels descend');
  expect(() => prepared({ marginWarningPercents: [75, 50] })).toThrow('margin levels descend');
  expect(() => prepared({ marginWarningPercents: [100.5] })).toThrow('in percent');
});
