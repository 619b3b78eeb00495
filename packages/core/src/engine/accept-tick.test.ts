import { expect, it } from 'vitest';
import { points } from '#instrument/instrument.ts';
import {
  createTestEngine,
  START_MS,
  summaryOf,
  type Order,
  type TestEngine,
} from './testing/test-engine.ts';
import type { AccountTerms } from './state.ts';

// With quotes of 1.00000 / 1.00000 and the mark-up of 0.025 %, a buy fills at 1.00025 and a sell at
// 0.99975.
const BUY: Order = {
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: 10_000,
  leverage: 10,
  requestedPoints: 100_025,
};
const SELL: Order = { ...BUY, direction: 'sell', requestedPoints: 99_975 };

function prepared(cashCents = 1_000_000, terms: Partial<AccountTerms> = {}): TestEngine {
  const engine = createTestEngine();
  engine.addAccount(cashCents, terms);
  engine.tick('EURUSD', 100_000, 100_000);
  return engine;
}

it('closes at the price of the tick that passes a stop [s-position-stop-loss]', () => {
  const engine = prepared();
  engine.open({ ...BUY, stopPoints: 99_500 });
  expect(engine.tick('EURUSD', 99_501, 99_501)).toEqual([]);
  // Profit in cents: 100,000 × −1,025 ÷ 100,025 = −1,024.7…
  expect(summaryOf(engine.tick('EURUSD', 99_000, 99_000))).toEqual([
    [1, 'stop-loss', 99_000, -1_025],
  ]);
  expect(engine.account().cashCents).toBe(998_975);
});

it('closes at the price of the tick that reaches a target [s-position-take-profit]', () => {
  const engine = prepared();
  engine.open({ ...SELL, targetPoints: 99_500 });
  // Profit in cents: 100,000 × 975 ÷ 99,975 = 975.2…
  expect(summaryOf(engine.tick('EURUSD', 98_990, 99_000))).toEqual([
    [1, 'take-profit', 99_000, 975],
  ]);
});

it('closes at the stop-out price, and in a gap beyond it [s-position-low-margin]', () => {
  const engine = prepared();
  engine.open(BUY);
  // The stop-out price: 100,025 − ⌊10,002.5⌋ = 90,023 points.
  expect(engine.tick('EURUSD', 90_024, 90_024)).toEqual([]);
  // Profit in cents: 100,000 × −20,025 ÷ 100,025 = −20,019.99…
  expect(summaryOf(engine.tick('EURUSD', 80_000, 80_000))).toEqual([
    [1, 'low-margin', 80_000, -20_020],
  ]);
});

it('measures the path to a level from the previous price', () => {
  const engine = prepared();
  engine.open(BUY);
  engine.tick('EURUSD', 99_500, 99_500);
  engine.update(1, { stop: 99_500, target: 99_500 });
  expect(summaryOf(engine.tick('EURUSD', 99_500, 99_500))).toEqual([
    [1, 'stop-loss', 99_500, -525],
  ]);
});

it('only stores the quote while the symbol is not live', () => {
  const engine = prepared();
  engine.open({ ...BUY, stopPoints: 99_500 });
  engine.setState('EURUSD', 'halted');
  expect(engine.tick('EURUSD', 50_000, 50_000)).toEqual([]);
  expect(engine.state.markets.get('EURUSD')?.quote?.bidPoints).toBe(50_000);
  engine.setState('EURUSD', 'live');
  expect(engine.account().positions.size).toBe(1);
  // Profit in cents: 100,000 × −625 ÷ 100,025 = −624.8…
  expect(summaryOf(engine.tick('EURUSD', 99_400, 99_400))).toEqual([
    [1, 'stop-loss', 99_400, -625],
  ]);
});

it('does not fire on a quote that is too old when it arrives', () => {
  const engine = prepared();
  engine.open({ ...BUY, stopPoints: 99_500 });
  const quote = engine.state.markets.get('EURUSD')?.quote;
  if (quote === undefined) throw new Error('a quote');
  const gap = { ...quote, bidPoints: points(99_000), sequence: quote.sequence + 1 };
  const atMs = START_MS + 15_001;
  expect(engine.run({ kind: 'accept-tick', atMs, quote: gap })).toEqual({
    kind: 'decided',
    events: [{ kind: 'tick-accepted', quote: gap }],
  });
});

it('ignores a quote that is not newer than the last', () => {
  const engine = prepared();
  const quote = engine.state.markets.get('EURUSD')?.quote;
  if (quote === undefined) throw new Error('a quote');
  const repeated = engine.run({ kind: 'accept-tick', atMs: START_MS, quote });
  expect(repeated).toEqual({ kind: 'decided', events: [] });
});

it('asserts a sound quote of a listed symbol', () => {
  const engine = prepared();
  expect(() => engine.tick('NONE', 1, 2)).toThrow('NONE is listed');
  expect(() => engine.tick('EURUSD', 2, 1)).toThrow('not crossed');
});

it('fires levels by position id, then closes accounts out by account id', () => {
  const engine = createTestEngine();
  engine.addAccount(10_000, {}, 2);
  engine.addAccount(20_000, {}, 1);
  engine.tick('EURUSD', 100_000, 100_000);
  const order = { ...BUY, leverage: 30 };
  engine.open({ ...order, accountId: 2, amountCents: 5_000 });
  engine.open({ ...order, accountId: 1 });
  engine.open({ ...order, accountId: 2, amountCents: 4_900, stopPoints: 99_000 });
  engine.open({ ...order, accountId: 1, amountCents: 9_000, stopPoints: 98_000 });

  // At 97,000 points each cent of margin has lost 30 × 3,025 ÷ 100,025 = 0.9073 cents. The stop
  // losses close positions 3 and 4. Account 1 then has an equity of 20,000 − 8,165 − 9,073 = 2,762
  // < 5,000, and account 2 of 10,000 − 4,446 − 4,536 = 1,018 < 2,500, so both are closed out.
  expect(summaryOf(engine.tick('EURUSD', 97_000, 97_000))).toEqual([
    [3, 'stop-loss', 97_000, -4_446],
    [4, 'stop-loss', 97_000, -8_165],
    [2, 'low-margin', 97_000, -9_073],
    [1, 'low-margin', 97_000, -4_536],
  ]);
});

it('fills a guaranteed position at its stop-out price through a gap, at the broker’s cost', () => {
  const engine = prepared(1_000_000, { hasGuaranteedStop: true });
  engine.open(BUY);
  // Profit at the guaranteed stop: 100,000 × −10,002 ÷ 100,025 = −9,999.50012 cents; at the market
  // it would be −20,020.
  const events = engine.tick('EURUSD', 80_000, 80_000);
  expect(summaryOf(events)).toEqual([[1, 'low-margin', 90_023, -10_000]]);
  expect(events).toMatchObject([
    {
      posting: {
        entries: [
          { account: 'customer:cash', amountCents: -10_000 },
          { account: 'house:trading', amountCents: 20_020 },
          { account: 'house:protection', amountCents: -10_020 },
        ],
      },
    },
  ]);
});

it('fills a guaranteed position at its stop through a gap', () => {
  const engine = prepared(1_000_000, { hasGuaranteedStop: true });
  engine.open({ ...BUY, stopPoints: 95_000 });
  // Profit in cents: 100,000 × −5,025 ÷ 100,025 = −5,023.7…
  expect(summaryOf(engine.tick('EURUSD', 80_000, 80_000))).toEqual([
    [1, 'stop-loss', 95_000, -5_024],
  ]);
});
