import { points, type Quote } from '@halyard/core/instrument';
import { expect, it } from 'vitest';
import { expectedFill } from './order-fill.ts';

const quote: Quote = {
  symbol: 'EURUSD',
  bidPoints: points(111_991),
  askPoints: points(111_999),
  sequence: 0,
  source: 'feed',
  sourceAtMs: 0,
  receivedAtMs: 0,
};

it('fills a limit order at its price and a stop order at the mark-up beyond it', () => {
  expect(expectedFill('buy', { kind: 'limit', points: points(110_000) }, quote).openPoints).toBe(
    110_000,
  );
  // By hand: the fill of a stop order to sell, 110,000 × 0.99975 = 109,972.5, which the trading
  // rules round to 1.09973.
  expect(expectedFill('sell', { kind: 'stop', points: points(110_000) }, quote)).toMatchObject({
    openPoints: 109_973,
    quote: { bidPoints: 110_000, askPoints: 110_008 },
  });
  // By hand: the fill of a stop order to buy, 112,000 × 1.00025 = 112,028.
  expect(expectedFill('buy', { kind: 'stop', points: points(112_000) }, quote)).toMatchObject({
    openPoints: 112_028,
    quote: { bidPoints: 111_992, askPoints: 112_000 },
  });
});
