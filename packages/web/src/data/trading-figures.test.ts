import type { BalanceFigures, Position } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { liveFigures, type PriceSource } from './trading-figures.ts';

const figures: BalanceFigures = {
  balance: 10_000,
  profit: 0,
  equity: 10_000,
  free_margin: 9_500,
  invested: 500,
  margin_level: 2000,
  withdrawable: 9_500,
  credit: 0,
};

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
  financing: 0,
  protected: 0,
  closingReason: null,
};

const prices: PriceSource = {
  quote: (symbol) =>
    symbol === 'BTCUSD' ? { sell: 82_000, buy: 82_020, ts: 0, state: 'live' } : undefined,
  decimals: (symbol) => (symbol === 'BTCUSD' ? 2 : undefined),
};

it('values a buy at the sell price: 500 × 2 × 2000 ÷ 80000 = 25', () => {
  const positions = { open: [position], history: [] };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices })).toEqual({
    balance: 10_000,
    profit: 25,
    equity: 10_025,
    free_margin: 9_500,
    invested: 500,
    margin_level: 2005,
    withdrawable: 9_500,
    credit: 0,
  });
});

it('values a sell at the buy price: −500 × 2 × 2020 ÷ 80000 = −25.25', () => {
  const positions = { open: [{ ...position, direction: 'sell' as const }], history: [] };
  const live = liveFigures({ figures, positions, regime: 'eu-retail', prices });
  expect([live.profit, live.equity, live.withdrawable]).toEqual([-25.25, 9_974.75, 9_474.75]);
});

it('counts credit in the balance under the international regime only', () => {
  const withCredit = { ...figures, credit: 100 };
  const positions = { open: [], history: [] };
  for (const regime of ['eu-retail', 'international'] as const) {
    const live = liveFigures({ figures: withCredit, positions, regime, prices });
    expect([live.balance, live.margin_level]).toEqual([10_000, null]);
  }
});

it("keeps the server's figures while a position's symbol has no quote or no asset here", () => {
  const positions = { open: [position], history: [] };
  const blind = { ...prices, quote: () => undefined };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices: blind })).toBe(figures);
  const unlisted = { ...prices, decimals: () => undefined };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices: unlisted })).toBe(figures);
});
