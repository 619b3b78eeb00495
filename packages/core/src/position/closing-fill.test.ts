import { expect, it } from 'vitest';
import { points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { closingFill, marketProfit, profitAt } from './closing-fill.ts';

const quoteOf = (sell: number, buy: number): Quote => ({
  symbol: 'EURUSD',
  bidPoints: points(sell),
  askPoints: points(buy),
  sequence: 1,
  source: 'test',
  sourceAtMs: 0,
  receivedAtMs: 0,
});

const long = {
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 10,
  openPoints: points(1_000),
  hasGuaranteedStop: true,
  stopPoints: null,
  stopOutPoints: points(900),
} as const;
const short = { ...long, direction: 'sell', stopOutPoints: points(1_100) } as const;

it.each([
  ['a long at the market', long, 950, 960, 950],
  ['a long through its termination', long, 700, 710, 900],
  ['a long through its stop', { ...long, stopPoints: points(940) }, 700, 710, 940],
  ['a long whose stop lies beyond', { ...long, stopPoints: points(850) }, 700, 710, 900],
  ['a long far up', long, 1_500, 1_510, 1_500],
  ['a short at the market', short, 1_040, 1_050, 1_050],
  ['a short through its termination', short, 1_390, 1_400, 1_100],
  ['a short through its stop', { ...short, stopPoints: points(1_020) }, 1_390, 1_400, 1_020],
])('closes %s, protected', (...row) => {
  const [, position, sell, buy, expected] = row;
  expect(closingFill(position, quoteOf(sell, buy))).toBe(expected);
});

it('closes an ordinary position at the market through any gap', () => {
  const ordinary = { ...long, hasGuaranteedStop: false, stopPoints: points(940) };
  expect(closingFill(ordinary, quoteOf(700, 710))).toBe(700);
});

it('values a guaranteed position at its guarantee, and others at the market', () => {
  const quote = quoteOf(700, 710);
  expect(profitAt(long, quote)).toBe(-10_000);
  expect(marketProfit(long, quote)).toBe(-30_000);
});
