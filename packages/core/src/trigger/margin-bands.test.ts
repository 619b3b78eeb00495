import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DIRECTIONS, points, type Quote } from '#instrument/instrument.ts';
import { cents } from '#money/money.ts';
import { profitAt, type Position } from '#position/position.ts';
import { MarginBands, type MarginAccount } from './margin-bands.ts';

const SYMBOLS = ['EURUSD', 'BTCUSD', 'AAPL'];

function quoteOf(symbol: string, sell: number, buy = sell): Quote {
  const prices = { sellPoints: points(sell), buyPoints: points(buy) };
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
  terminationPoints: points(1),
  isProtected: false,
  isAutomatic: false,
};
// Equity is 15,000 + 100 × (price − 1,000); it meets 50 % of 10,000 at 900.
const ACCOUNT = {
  id: 7,
  balanceCents: 15_000,
  floorPercent: 50,
  ceilingPercent: null,
  positions: [POSITION],
};

function accepted(bands: MarginBands, ...quotes: readonly Quote[]): void {
  for (const quote of quotes) bands.accept(quote, true);
}

it('looks at an account of one symbol from the price on at which equity meets its bound', () => {
  const bands = new MarginBands(SYMBOLS);
  bands.hold(ACCOUNT);
  accepted(bands, quoteOf('EURUSD', 1_000), quoteOf('EURUSD', 950), quoteOf('EURUSD', 1_300));
  expect(bands.listEndangered(quoteOf('EURUSD', 901))).toEqual([]);
  // The slack for rounding makes it look one point early.
  expect(bands.listEndangered(quoteOf('EURUSD', 900))).toEqual([7]);
  expect(bands.listEndangered(quoteOf('BTCUSD', 1))).toEqual([]);
});

it('looks at a short when the buy price has risen', () => {
  const bands = new MarginBands(SYMBOLS);
  bands.hold({ ...ACCOUNT, positions: [{ ...POSITION, direction: 'sell' }] });
  accepted(bands, quoteOf('EURUSD', 1_000));
  expect(bands.listEndangered(quoteOf('EURUSD', 500, 1_099))).toEqual([]);
  expect(bands.listEndangered(quoteOf('EURUSD', 500, 1_100))).toEqual([7]);
});

it('looks at an account that reaches its bound above, and not at one without', () => {
  const bands = new MarginBands(SYMBOLS);
  bands.hold({ ...ACCOUNT, ceilingPercent: 200 });
  accepted(bands, quoteOf('EURUSD', 1_000));
  expect(bands.listEndangered(quoteOf('EURUSD', 1_049))).toEqual([]);
  expect(bands.listEndangered(quoteOf('EURUSD', 1_050))).toEqual([7]);
  bands.hold(ACCOUNT);
  accepted(bands, quoteOf('EURUSD', 1_060));
  expect(bands.listEndangered(quoteOf('EURUSD', 9_000))).toEqual([]);
});

it('looks only once at an account that left a band and is not at its bound', () => {
  const bands = new MarginBands(SYMBOLS);
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  bands.hold({ ...ACCOUNT, balanceCents: 25_000, positions: [POSITION, other] });
  accepted(bands, quoteOf('EURUSD', 1_000), quoteOf('BTCUSD', 1_000));
  // 15,000 may be lost on 200,000: 7.5 % of each price.
  const low = quoteOf('EURUSD', 910);
  expect(bands.listEndangered(low)).toEqual([]);
  accepted(bands, low);
  expect(bands.listEndangered(quoteOf('BTCUSD', 965))).toEqual([]);
  expect(bands.listEndangered(quoteOf('BTCUSD', 939))).toEqual([7]);
});

it('looks at one that is beyond its bound at every live tick, until it no longer is', () => {
  const bands = new MarginBands(SYMBOLS);
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  bands.hold({ ...ACCOUNT, balanceCents: 25_000, positions: [POSITION, other] });
  accepted(bands, quoteOf('BTCUSD', 1_000));
  bands.accept(quoteOf('EURUSD', 800), false);
  expect(bands.listEndangered(quoteOf('BTCUSD', 1_000))).toEqual([7]);
  bands.accept(quoteOf('EURUSD', 1_000), false);
  // At 5,100 for EURUSD alone it is far from its bound.
  const high = quoteOf('EURUSD', 5_100);
  expect(bands.listEndangered(high)).toEqual([]);
  accepted(bands, high);
  expect(bands.listEndangered(quoteOf('BTCUSD', 900))).toEqual([]);
});

it('waits for the quotes that an account lacks, and looks at it when the last one comes', () => {
  const bands = new MarginBands(SYMBOLS);
  const other = { ...POSITION, id: 2, symbol: 'BTCUSD' };
  bands.hold({ ...ACCOUNT, balanceCents: 15_000, positions: [POSITION, other] });
  accepted(bands, quoteOf('EURUSD', 1));
  expect(bands.listEndangered(quoteOf('EURUSD', 1))).toEqual([]);
  expect(bands.listEndangered(quoteOf('BTCUSD', 1_000))).toEqual([7]);
  bands.accept(quoteOf('BTCUSD', 9_000), false);
  expect(bands.listEndangered(quoteOf('BTCUSD', 8_000))).toEqual([]);
});

it('forgets an account without positions', () => {
  const bands = new MarginBands(SYMBOLS);
  bands.hold(ACCOUNT);
  accepted(bands, quoteOf('EURUSD', 1_000));
  bands.hold({ ...ACCOUNT, positions: [] });
  expect(bands.listEndangered(quoteOf('EURUSD', 1))).toEqual([]);
  bands.hold({ ...ACCOUNT, id: 8 });
  expect(bands.listEndangered(quoteOf('EURUSD', 1))).toEqual([8]);
});

// Amounts so small, and prices so fine, that the rounding of each position counts.
const prices = fc.integer({ min: 900, max: 1_100 });
const positions = fc
  .record({
    symbol: fc.constantFrom(...SYMBOLS),
    direction: fc.constantFrom(...DIRECTIONS),
    amountCents: fc.integer({ min: 100, max: 400 }).map(cents),
    leverage: fc.constantFrom(1, 2, 5),
    openPoints: prices.map(points),
    terminationPoints: prices.map(points),
    stopPoints: fc.option(prices.map(points)),
    isProtected: fc.boolean(),
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

/** Exactly, in the integers of positions that are rounded one by one. */
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
      const bands = new MarginBands(SYMBOLS);
      const held = new Map<number, MarginAccount>();
      const quotes = new Map<string, Quote>();
      for (const { symbol, sell, spread, isLive, change } of history) {
        if (change !== null) {
          const [id, account] = change;
          held.set(id, { ...account, id });
          bands.hold({ ...account, id });
        }
        const quote = quoteOf(symbol, sell, sell + spread);
        const endangered = bands.listEndangered(quote);
        quotes.set(symbol, quote);
        bands.accept(quote, isLive);
        for (const account of held.values()) {
          const isConcerned = [...account.positions].some((one) => one.symbol === symbol);
          if (!isConcerned || !isBeyond(account, quotes)) continue;
          beyond += 1;
          expect(endangered).toContain(account.id);
        }
      }
    }),
    { numRuns: 600 },
  );
  expect(beyond).toBeGreaterThan(1_000);
});

it('asserts that a symbol is listed', () => {
  const bands = new MarginBands(SYMBOLS);
  expect(() => bands.listEndangered(quoteOf('NONE', 1))).toThrow('NONE is listed');
  expect(() => bands.accept(quoteOf('NONE', 1), true)).toThrow('NONE is listed');
});
