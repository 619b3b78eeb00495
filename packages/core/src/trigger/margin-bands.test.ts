import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { profitAt, type Position } from '#position/position.ts';
import { MarginBands, type MarginAccount } from './margin-bands.ts';

const SYMBOLS = ['EURUSD', 'BTCUSD', 'AAPL'];

function quoteOf(symbol: string, sell: number, buy = sell): Quote {
  const prices = { bidPoints: points(sell), askPoints: points(buy) };
  return { symbol, ...prices, sequence: 1, source: 'test', sourceAtMs: 0, receivedAtMs: 0 };
}

const POSITION: Position = {
  id: 1,
  accountId: 7,
  symbol: 'EURUSD',
  direction: 'buy',
  amountCents: cents(10_000),
  leverage: 10,
  openPoints: points(1_000),
  openedAtMs: 0,
  openQuote: quoteOf('EURUSD', 1_000),
  stopPoints: null,
  targetPoints: null,
  stopOutPoints: points(1),
  hasGuaranteedStop: false,
  isAutomatic: false,
};
// Equity is 15,000 + 100 × (price − 1,000); it meets 50 % of 10,000 at 900.
const ACCOUNT: MarginAccount = {
  id: 7,
  balanceCents: 15_000,
  floorPercent: 50,
  ceilingPercent: null,
  positions: [POSITION],
};

/** Bands over accounts that the test can change freely. */
function createWatched() {
  const accounts = new Map<number, MarginAccount>();
  const bands = new MarginBands(SYMBOLS, (id) => {
    const account = accounts.get(id);
    if (account === undefined) throw new Error(`no account ${id}`);
    return account;
  });
  return {
    accounts,
    bands,
    hold(account: MarginAccount): void {
      accounts.set(account.id, account);
      bands.touch(account.id);
      for (const position of account.positions) {
        bands.touch(account.id, { ...position, accountId: account.id });
      }
    },
    accept(quote: Quote, isLive = true): void {
      bands.accept(bands.sidesOf(quote.symbol), quote, isLive);
    },
    endangered(quote: Quote): readonly number[] {
      return bands.listEndangered(bands.sidesOf(quote.symbol), quote);
    },
  };
}

it('checks an account of one symbol from the price at which equity reaches its bound', () => {
  const { hold, accept, endangered } = createWatched();
  hold(ACCOUNT);
  for (const price of [1_000, 950, 1_300]) accept(quoteOf('EURUSD', price));
  expect(endangered(quoteOf('EURUSD', 901))).toEqual([]);
  // The tolerance for rounding triggers the check one point early.
  expect(endangered(quoteOf('EURUSD', 900))).toEqual([7]);
  expect(endangered(quoteOf('BTCUSD', 1))).toEqual([]);
});

it('checks a short when the ask has risen', () => {
  const { hold, accept, endangered } = createWatched();
  hold({ ...ACCOUNT, positions: [{ ...POSITION, direction: 'sell' }] });
  accept(quoteOf('EURUSD', 1_000));
  expect(endangered(quoteOf('EURUSD', 500, 1_099))).toEqual([]);
  expect(endangered(quoteOf('EURUSD', 500, 1_100))).toEqual([7]);
});

it('checks an account that reaches its upper bound, and none without one', () => {
  const { hold, accept, endangered } = createWatched();
  hold({ ...ACCOUNT, ceilingPercent: 200 });
  accept(quoteOf('EURUSD', 1_000));
  expect(endangered(quoteOf('EURUSD', 1_049))).toEqual([]);
  expect(endangered(quoteOf('EURUSD', 1_050))).toEqual([7]);
  hold(ACCOUNT);
  accept(quoteOf('EURUSD', 1_060));
  accept(quoteOf('EURUSD', 1_600));
  expect(endangered(quoteOf('EURUSD', 9_000))).toEqual([]);
});

it('checks an account once that left a band and is not at its bound', () => {
  const { bands, hold, accept, endangered } = createWatched();
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  hold({ ...ACCOUNT, balanceCents: 25_000, positions: [POSITION, other] });
  accept(quoteOf('EURUSD', 1_000));
  accept(quoteOf('BTCUSD', 1_000));
  // An equity of 15,000 can be lost on exposures of 200,000: the band is 7.5 % of each price.
  const low = quoteOf('EURUSD', 910);
  expect(endangered(low)).toEqual([]);
  accept(low);
  const { measureCount } = bands;
  expect(endangered(quoteOf('EURUSD', 890))).toEqual([]);
  expect(endangered(quoteOf('BTCUSD', 980))).toEqual([]);
  expect(bands.measureCount).toBe(measureCount);
  expect(endangered(quoteOf('BTCUSD', 939))).toEqual([7]);
});

it('checks an account beyond its bound at every live tick until it is back', () => {
  const { bands, hold, accept, endangered } = createWatched();
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  hold({ ...ACCOUNT, balanceCents: 25_000, positions: [POSITION, other] });
  accept(quoteOf('EURUSD', 1_000));
  accept(quoteOf('BTCUSD', 1_000));
  accept(quoteOf('EURUSD', 800), false);
  expect(endangered(quoteOf('BTCUSD', 1_000))).toEqual([7]);
  accept(quoteOf('EURUSD', 1_000), false);
  expect(endangered(quoteOf('BTCUSD', 1_000))).toEqual([]);

  const high = quoteOf('BTCUSD', 1_100);
  accept(high);
  const { measureCount } = bands;
  expect(endangered(high)).toEqual([]);
  expect(bands.measureCount).toBe(measureCount);
});

it('waits for an account’s missing quotes, and checks it when the last one arrives', () => {
  const { hold, accept, endangered } = createWatched();
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  hold({ ...ACCOUNT, balanceCents: 15_000, positions: [POSITION, other] });
  accept(quoteOf('EURUSD', 1));
  expect(endangered(quoteOf('EURUSD', 1))).toEqual([]);
  expect(endangered(quoteOf('BTCUSD', 1_000))).toEqual([7]);
  accept(quoteOf('BTCUSD', 9_000), false);
  expect(endangered(quoteOf('BTCUSD', 8_000))).toEqual([]);
});

it('checks a changed account at the next live tick of each of its symbols', () => {
  const { hold, accept, endangered } = createWatched();
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  accept(quoteOf('EURUSD', 1_000));
  accept(quoteOf('BTCUSD', 1_000));
  hold({ ...ACCOUNT, balanceCents: 25_000, positions: [POSITION, other] });
  expect(endangered(quoteOf('EURUSD', 1_000))).toEqual([7]);
  accept(quoteOf('EURUSD', 1_000), false);
  expect(endangered(quoteOf('BTCUSD', 1_000))).toEqual([7]);
  accept(quoteOf('BTCUSD', 1_000));
  expect(endangered(quoteOf('EURUSD', 1_000))).toEqual([]);
});

it('does not check an account for a symbol that it no longer holds', () => {
  const { hold, accept, endangered } = createWatched();
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  hold({ ...ACCOUNT, positions: [POSITION, other] });
  accept(quoteOf('EURUSD', 1_000));
  accept(quoteOf('BTCUSD', 1_000));
  hold({ ...ACCOUNT, positions: [other] });
  expect(endangered(quoteOf('EURUSD', 1))).toEqual([]);
  expect(endangered(quoteOf('BTCUSD', 1))).toEqual([7]);
});

it('forgets an account without positions', () => {
  const { hold, accept, endangered } = createWatched();
  hold(ACCOUNT);
  accept(quoteOf('EURUSD', 1_000));
  hold({ ...ACCOUNT, positions: [] });
  accept(quoteOf('EURUSD', 1_000));
  expect(endangered(quoteOf('EURUSD', 1))).toEqual([]);
  hold({ ...ACCOUNT, id: 8 });
  expect(endangered(quoteOf('EURUSD', 1))).toEqual([8]);
});

// Amounts so small and prices so fine that the rounding of each position matters.
const prices = fc.integer({ min: 900, max: 1_100 });
const positions = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    direction: fc.constantFrom(...DIRECTIONS),
    amountCents: fc.integer({ min: 100, max: 400 }).map(cents),
    leverage: fc.constantFrom(1, 2, 5),
    openPoints: prices.map(points),
    stopOutPoints: prices.map(points),
    stopPoints: fc.option(prices.map(points)),
    hasGuaranteedStop: fc.boolean(),
  })
  .map((chosen) => ({ ...POSITION, ...chosen }));
const accounts = fc
  .record({
    positions: fc.array(positions, { maxLength: 8 }),
    balancePercent: fc.integer({ min: 40, max: 140 }),
    floorPercent: fc.constantFrom(50, 75, 100),
    ceilingPercent: fc.option(fc.constantFrom(101, 120)),
  })
  .map(({ balancePercent, ...account }) => {
    const invested = account.positions.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { ...account, balanceCents: Math.floor((invested * balancePercent) / 100) };
  });
const moves = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  sell: prices,
  spread: fc.integer({ min: 0, max: 3 }),
  isLive: fc.boolean(),
  change: fc.option(fc.tuple(fc.integer({ min: 0, max: 3 }), accounts), { freq: 4 }),
});

/** Exact equity in integers, with each position rounded separately: the oracle for the bands. */
function isBeyond(account: MarginAccount, quotes: ReadonlyMap<string, Quote>): boolean {
  let equity = account.balanceCents;
  let invested = 0;
  for (const position of account.positions) {
    const quote = quotes.get(position.symbol);
    if (quote === undefined) return false;
    equity += profitAt(position, quote);
    invested += position.amountCents;
  }
  const { floorPercent, ceilingPercent } = account;
  const isOver = ceilingPercent !== null && equity * 100 >= invested * ceilingPercent;
  return equity * 100 < invested * floorPercent || isOver;
}

it('misses no account that a quote brings to a bound, through any history', () => {
  let beyond = 0;
  fc.assert(
    fc.property(fc.array(moves, { minLength: 20, maxLength: 120 }), (history) => {
      const { accounts: held, hold, accept, endangered } = createWatched();
      const quotes = new Map<string, Quote>();
      for (const { symbol, sell, spread, isLive, change } of history) {
        if (change !== null) hold({ ...change[1], id: change[0] });
        const quote = quoteOf(symbol, sell, sell + spread);
        const named = endangered(quote);
        quotes.set(symbol, quote);
        accept(quote, isLive);
        for (const account of held.values()) {
          const isConcerned = [...account.positions].some((one) => one.symbol === symbol);
          if (!isConcerned || !isBeyond(account, quotes)) continue;
          beyond += 1;
          expect(named).toContain(account.id);
        }
      }
    }),
    { numRuns: 600 },
  );
  expect(beyond).toBeGreaterThan(1_000);
});

it('asserts that a symbol is listed', () => {
  const { bands } = createWatched();
  expect(() => bands.sidesOf('NONE')).toThrow('NONE is listed');
});
