import { expect, it } from 'vitest';
import { markOut, rankMarkOuts, type LoggedQuote, type MarkedFill } from './mark-out.ts';

const FILLED_AT_MS = 1_000_000;

/** A quote so many milliseconds after the fill, with a spread of 10 points. */
function quote(afterMs: number, middlePoints: number): LoggedQuote {
  return {
    receivedAtMs: FILLED_AT_MS + afterMs,
    bidPoints: middlePoints - 5,
    askPoints: middlePoints + 5,
  };
}

function fill(change: Partial<MarkedFill> = {}): MarkedFill {
  return {
    customerId: 7,
    symbol: 'BTCUSD',
    side: 'buy',
    notionalCents: 100_000,
    filledAtMs: FILLED_AT_MS,
    quotes: [quote(-200, 40_000)],
    ...change,
  };
}

// Computed by hand: 40 points of 40,000 are 1,000 millionths, and on € 1,000.00 one euro.
it.each([
  {
    name: 'a price that rises after a buy',
    side: 'buy',
    quotes: [quote(-200, 40_000), quote(500, 40_040), quote(4_000, 40_080), quote(20_000, 39_960)],
    moves: [1_000, 2_000, -1_000],
    gains: [100, 200, -100],
  },
  {
    name: 'the same after a sell',
    side: 'sell',
    quotes: [quote(-200, 40_000), quote(500, 40_040), quote(4_000, 40_080), quote(20_000, 39_960)],
    moves: [-1_000, -2_000, 1_000],
    gains: [-100, -200, 100],
  },
  {
    name: 'the last quote received until the horizon, its own instant included',
    side: 'buy',
    quotes: [quote(0, 40_000), quote(1_000, 40_040), quote(1_001, 50_000), quote(10_001, 40_000)],
    moves: [1_000, 250_000, 0],
    gains: [100, 25_000, 0],
  },
  {
    name: 'no quote after the fill',
    side: 'buy',
    quotes: [quote(-200, 40_000)],
    moves: [0, 0, 0],
    gains: [0, 0, 0],
  },
  {
    // 1 of 80,000 half points is 12.5 millionths, half to even 12; 3 are 37.5, half to even 38.
    name: 'rounding half to even',
    side: 'buy',
    quotes: [
      { receivedAtMs: FILLED_AT_MS, bidPoints: 40_000, askPoints: 40_000 },
      { receivedAtMs: FILLED_AT_MS + 900, bidPoints: 40_000, askPoints: 40_001 },
      { receivedAtMs: FILLED_AT_MS + 4_900, bidPoints: 40_000, askPoints: 40_003 },
    ],
    // On € 1,000.00 they are 1.25 and 3.75 cents.
    moves: [12, 38, 38],
    gains: [1, 4, 4],
  },
] as const)('marks out $name', ({ side, quotes, moves, gains }) => {
  expect(markOut(fill({ side, quotes }))).toEqual({ moves, gains });
});

it('knows nothing of a fill whose quote was not logged', () => {
  expect(markOut(fill({ quotes: [] }))).toBeUndefined();
  expect(rankMarkOuts([fill({ quotes: [] })])).toEqual([]);
});

it('averages moves and sums gains by customer and symbol, the largest gain after 10 s first', () => {
  const after = (points: number) => [quote(0, 40_000), quote(3_000, 40_000 + points)];
  const rows = rankMarkOuts([
    fill({ quotes: after(40) }),
    fill({ quotes: after(0), notionalCents: 50_000 }),
    fill({ customerId: 8, quotes: after(-80) }),
    fill({ customerId: 9, quotes: after(400) }),
    fill({ symbol: 'ETHUSD', quotes: after(20) }),
  ]);
  expect(rows).toEqual([
    {
      customerId: 9,
      symbol: 'BTCUSD',
      fills: 1,
      moves: [0, 10_000, 10_000],
      gains: [0, 1_000, 1_000],
    },
    { customerId: 7, symbol: 'BTCUSD', fills: 2, moves: [0, 500, 500], gains: [0, 100, 100] },
    { customerId: 7, symbol: 'ETHUSD', fills: 1, moves: [0, 500, 500], gains: [0, 50, 50] },
    {
      customerId: 8,
      symbol: 'BTCUSD',
      fills: 1,
      moves: [0, -2_000, -2_000],
      gains: [0, -200, -200],
    },
  ]);
});
