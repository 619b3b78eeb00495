import type { Position } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { breakEven } from './break-even.ts';

const asset = { symbol: 'BTCUSD', decimals: 2 };
const FREE = { fee: 0, financing: 0, nights: 0 };
const position: Position = {
  id: 7,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin / US Dollar',
  direction: 'buy',
  amount: 500,
  leverage: 2,
  open_rate: 80_000,
  open_date: '2026-11-20T09:00:00.000Z',
  closed_rate: null,
  close_date: null,
  take_profit: null,
  stop_lost: null,
  termination_rate: 40_000,
  profit: 0,
  financing: 0.4,
  protected: 0,
  closingReason: null,
};
const quoteAt = (sell: number) => ({ sell, buy: sell + 20, ts: 0, state: 'live' }) as const;
const at = (sell: number, costs = FREE, change: Partial<Position> = {}) =>
  breakEven({ position: { ...position, ...change }, asset, quote: quoteAt(sell), costs });

it('equals the opening price without costs, and otherwise includes them', () => {
  expect(at(81_000)).toEqual({ kind: 'level', rate: 80_000 });
  // By hand: costs of 1.60 + 0.15 are 0.175 % of 1,000: 80,000 × 0.00175 = 140.
  const costs = { fee: 0.15, financing: 1.6, nights: 4 };
  expect(at(81_000, costs)).toEqual({ kind: 'level', rate: 80_140 });
  const sold = { direction: 'sell', termination_rate: 120_000 } as const;
  expect(at(79_000, costs, sold)).toEqual({ kind: 'level', rate: 79_860 });
  expect(at(81_000, { fee: 0, financing: -0.8, nights: 2 })).toMatchObject({ rate: 79_936 });
});

it('is rejected on the wrong side of the price, and valid at the price', () => {
  const problem = { kind: 'problem', rate: 80_000, side: 'higher', limit: 79_999.99 };
  expect(at(79_999.99)).toEqual(problem);
  expect(at(80_000)).toEqual({ kind: 'level', rate: 80_000 });
});

it('keeps the distance of a guaranteed stop', () => {
  // By hand: 0.1 % below 80,080.07 is 79,999.98…, below 80,080.09 it is 80,000.00….
  expect(at(80_080.07, FREE, { protected: 1 })).toMatchObject({ kind: 'problem' });
  expect(at(80_080.09, FREE, { protected: 1 })).toEqual({ kind: 'level', rate: 80_000 });
});

it('never replaces a better stop', () => {
  expect(at(90_000, FREE, { stop_lost: 85_000 })).toEqual({ kind: 'behind', rate: 80_000 });
  expect(at(90_000, FREE, { stop_lost: 79_000 })).toEqual({ kind: 'level', rate: 80_000 });
});

it('recognises what a sell can never earn', () => {
  const dear = { fee: 1_000, financing: 0.01, nights: 1 };
  expect(at(70_000, dear, { direction: 'sell' })).toEqual({ kind: 'never' });
});
