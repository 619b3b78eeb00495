import type { Position } from '@halyard/contract/trading';
import { expect, it } from 'vitest';
import { hasGap, mergeHistory } from './merge-history.ts';

const closed = (id: number, closedAt: string, profit = 0): Position => ({
  id,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin',
  direction: 'buy',
  amount: 1,
  leverage: 1,
  open_rate: 1,
  open_date: '2026-01-01T00:00:00.000Z',
  closed_rate: 1,
  close_date: closedAt,
  take_profit: null,
  stop_lost: null,
  termination_rate: 0,
  profit,
  financing: null,
  protected: 0,
  closingReason: 0,
});

it('contains each position once, latest close first, then by higher number', () => {
  const early = '2026-11-01T10:00:00.000Z';
  const late = '2026-11-01T11:00:00.000Z';
  const merged = mergeHistory(
    [closed(3, early), closed(9, late), closed(4, early)],
    [closed(4, early, -1), closed(1, late)],
  );
  expect(merged.map(({ id }) => id)).toEqual([9, 1, 4, 3]);
  expect(merged[2]?.profit).toBe(0);
});

it('finds a gap if a whole unknown page was closed since', () => {
  const page = (from: number) =>
    [from + 2, from + 1, from].map((id) => closed(id, '2026-11-01T10:00:00.000Z'));
  const kept = page(1);
  expect(hasGap(page(4), kept, 3)).toBe(true);
  expect(hasGap(page(3), kept, 3)).toBe(false);
  expect(hasGap(page(4).slice(0, 2), kept, 3)).toBe(false);
  expect(hasGap(page(4), [], 3)).toBe(false);
});
