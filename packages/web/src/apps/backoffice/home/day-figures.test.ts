import { assertPresent } from '@halyard/core/assertion';
import { expect, it } from 'vitest';
import { toDayFigures, type Days } from './day-figures.ts';

const NONE = {
  deposits: 0,
  withdrawals: 0,
  net_new_money: 0,
  active_traders: 0,
  volume: 0,
  client_result: 0,
  broker_result: 0,
};
const DAYS: Days = Array.from({ length: 60 }, (_, at) => ({
  ...NONE,
  day: new Date(Date.UTC(2026, 0, at + 1)).toISOString().slice(0, 10),
  deposits: at < 30 ? 10 : 15.05,
  active_traders: at % 2,
  broker_result: at < 30 ? -1 : 2,
}));

function figureOf(name: string) {
  const figures = toDayFigures(DAYS);
  return assertPresent(
    figures.find((one) => one.name === name),
    name,
  );
}

it('plots 30 days, with today last, and compares them with the 30 before', () => {
  const deposits = figureOf('deposits');
  expect(deposits.points).toHaveLength(30);
  expect(deposits.points.at(-1)).toEqual({ label: '1 Mar', value: 15.05, text: '€ 15.05' });
  expect(deposits).toMatchObject({
    today: '€ 15.05',
    total: '€ 451.50',
    change: { value: 151.5, text: '50.5 %' },
  });
});

it('averages traders, because the same ones trade on many days', () => {
  expect(figureOf('active_traders')).toMatchObject({ today: '1', total: '0.5' });
});

it('compares in euros if a percentage would be meaningless', () => {
  expect(figureOf('broker_result').change).toEqual({ value: 90, text: '€ 90.00' });
  expect(figureOf('volume').change).toEqual({ value: 0, text: 'no change' });
});
