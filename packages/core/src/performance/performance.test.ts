import { expect, it } from 'vitest';
import type { Points } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { RESULT_PARTS, spreadCost, summarise } from './performance.ts';
import type { ClosedTrade, ResultLine, ResultPart, Results } from './performance.ts';

const line = (day: string, symbol: string, part: ResultPart, amount: number): ResultLine => ({
  day,
  symbol,
  part,
  amountCents: cents(amount),
});
const trade = (day: string, symbol: string, profit: number, spread: number): ClosedTrade => ({
  day,
  symbol,
  profitCents: cents(profit),
  spreadCents: cents(spread),
});

// Computed by hand. The cumulated result is 95.00, 60.00, 130.00, 20.00, 45.00.
const LINES = [
  line('2026-03-02', 'BTCUSD', 'price', 10_000),
  line('2026-03-02', 'BTCUSD', 'premium', -500),
  line('2026-03-03', 'EURUSD', 'price', -3_000),
  line('2026-03-03', 'BTCUSD', 'financing', -500),
  line('2026-03-05', 'EURUSD', 'price', 7_000),
  line('2026-03-06', 'BTCUSD', 'price', -11_000),
  line('2026-03-09', 'AAPL', 'other', 2_500),
];
const TRADES = [
  trade('2026-03-02', 'BTCUSD', 10_000, 120),
  trade('2026-03-03', 'EURUSD', -3_000, 30),
  trade('2026-03-05', 'EURUSD', 7_000, 25),
  trade('2026-03-06', 'BTCUSD', -11_000, 110),
  trade('2026-03-06', 'BTCUSD', 0, 5),
];

it('summarises a period as computed by hand', () => {
  const { results, trades, drawdown, days, symbols } = summarise(LINES, TRADES);
  expect(results).toEqual({
    totalCents: 4_500,
    grossCents: 3_290,
    spreadCents: -290,
    financingCents: -500,
    premiumCents: -500,
    otherCents: 2_500,
    trades: 5,
    wins: 2,
  });
  expect(trades).toEqual({
    count: 5,
    wins: 2,
    losses: 2,
    winsCents: 17_000,
    lossesCents: -14_000,
    largestWinCents: 10_000,
    largestLossCents: -11_000,
  });
  expect(drawdown).toEqual({
    amountCents: 11_000,
    fromDay: '2026-03-05',
    untilDay: '2026-03-06',
  });
  expect(days.map(({ day, totalCents, trades: count }) => [day, totalCents, count])).toEqual([
    ['2026-03-02', 9_500, 1],
    ['2026-03-03', -3_500, 1],
    ['2026-03-05', 7_000, 1],
    ['2026-03-06', -11_000, 2],
    ['2026-03-09', 2_500, 0],
  ]);
  expect(
    symbols.map(({ symbol, totalCents, grossCents, wins }) => [
      symbol,
      totalCents,
      grossCents,
      wins,
    ]),
  ).toEqual([
    ['EURUSD', 4_000, 4_055, 1],
    ['AAPL', 2_500, 0, 0],
    ['BTCUSD', -2_000, -765, 1],
  ]);
});

it('measures a drawdown from the start of the period, and none without a fall', () => {
  const falls = [line('2026-03-02', 'BTCUSD', 'price', -700)];
  expect(summarise(falls, []).drawdown).toEqual({
    amountCents: 700,
    fromDay: null,
    untilDay: '2026-03-02',
  });
  const rises = [line('2026-03-02', 'BTCUSD', 'price', 700)];
  const none = { amountCents: 0, fromDay: null, untilDay: null };
  expect(summarise(rises, []).drawdown).toEqual(none);
  expect(summarise([], []).drawdown).toEqual(none);
});

const points = (value: number) => value as Points;
const fill = (price: number, bid: number, ask: number) => ({
  points: points(price),
  bidPoints: points(bid),
  askPoints: points(ask),
});

it.each([
  // € 100 × 10 bought at 10,010 with the middle at 10,000: 1,000 × 10 ÷ 10,010 = 0.999; sold at 9,990
  // with the middle at 10,000: 1,000 × 10 ÷ 10,010 = 0.999.
  ['buy', fill(10_010, 9_995, 10_005), fill(9_990, 9_995, 10_005), 10_010, 200],
  // The same the other way round.
  ['sell', fill(9_990, 9_995, 10_005), fill(10_010, 9_995, 10_005), 9_990, 200],
  // A middle between two points: 1,000 × 2.5 ÷ 10,000 = 0.25, twice.
  ['buy', fill(10_000, 9_995, 10_000), fill(9_995, 9_995, 10_000), 10_000, 50],
  // A guaranteed stop fills 200 above the middle: 0.999 − 19.98 = −18.98.
  ['buy', fill(10_010, 9_995, 10_005), fill(9_800, 9_590, 9_610), 10_010, -1_898],
  // A split two for one halves the opening price afterwards: the same costs as without it.
  ['buy', fill(10_010, 9_995, 10_005), fill(4_995, 4_997, 5_003), 5_005, 200],
] as const)(
  'computes what a %s paid for the spread',
  (direction, open, close, openAt, expected) => {
    const size = { amountCents: cents(10_000), leverage: 10 };
    const cost = spreadCost({ direction, ...size, open, close, openPoints: points(openAt) });
    expect(cost).toBe(expected);
  },
);

it('splits any lines into parts that sum to the ledger’s result', () => {
  const seed = Date.now() % 1_000_000;
  const random = createRandom(seed);
  const pick = <One>(all: readonly One[]): One => all[random(all.length)] as One;
  const symbols = ['BTCUSD', 'EURUSD', 'AAPL'];
  const dayOf = (): string => `2026-0${1 + random(9)}-${10 + random(18)}`;
  for (let round = 0; round < 200; round += 1) {
    const lines = Array.from({ length: random(60) }, () =>
      line(dayOf(), pick(symbols), pick(RESULT_PARTS), random(2_000_000) - 1_000_000),
    );
    const trades = Array.from({ length: random(40) }, () =>
      trade(dayOf(), pick(symbols), random(20_001) - 10_000, random(2_000) - 100),
    );
    const { results, days, symbols: named, trades: figures, drawdown } = summarise(lines, trades);
    const ledger = lines.reduce((total, { amountCents }) => total + amountCents, 0);
    const told = `seed ${seed}, round ${round}`;
    expect(results.totalCents, told).toBe(ledger);
    for (const one of [results, ...days, ...named]) expect(partsOf(one), told).toBe(one.totalCents);
    for (const all of [days, named]) {
      expect(totalOf(all), told).toBe(ledger);
      expect(
        all.reduce((count, one) => count + one.trades, 0),
        told,
      ).toBe(trades.length);
    }
    expect(figures.winsCents + figures.lossesCents, told).toBe(
      trades.reduce((total, { profitCents }) => total + profitCents, 0),
    );
    expect(drawdown.amountCents, told).toBe(naiveDrawdown(days.map((one) => one.totalCents)));
  }
});

function partsOf(one: Results): number {
  const { grossCents, spreadCents, financingCents, premiumCents, otherCents } = one;
  return grossCents + spreadCents + financingCents + premiumCents + otherCents;
}

function totalOf(all: readonly Results[]): number {
  return all.reduce((total, { totalCents }) => total + totalCents, 0);
}

/** Compares every day with every later one. */
function naiveDrawdown(changes: readonly number[]): number {
  const totals = [0];
  for (const change of changes) totals.push((totals.at(-1) ?? 0) + change);
  return totals.reduce(
    (most, total, at) => Math.max(most, ...totals.slice(at).map((later) => total - later)),
    0,
  );
}

/** A linear congruential generator, whose numbers follow from the seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
