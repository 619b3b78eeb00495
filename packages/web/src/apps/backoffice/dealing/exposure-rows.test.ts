import { expect, it } from 'vitest';
import { toExposureRows } from './exposure-rows.ts';

const side = (volume: number, profit: number) => ({ positions: 1, amount: 1, volume, profit });

it('puts the largest notional first and both sides on one scale', () => {
  const rows = toExposureRows([
    { symbol: 'AAA', buy: side(100, 0.1), sell: side(0, 0.2), net_volume: 100 },
    { symbol: 'BBB', buy: side(50, -5), sell: side(400, 2), net_volume: -350 },
  ]);
  expect(rows).toEqual([
    {
      symbol: 'BBB',
      buy: 50,
      sell: 400,
      net: -350,
      positions: 2,
      brokerResult: 3,
      buyShare: 0.125,
      sellShare: 1,
    },
    {
      symbol: 'AAA',
      buy: 100,
      sell: 0,
      net: 100,
      positions: 2,
      brokerResult: -0.3,
      buyShare: 0.25,
      sellShare: 0,
    },
  ]);
});

it('draws no bar where nothing is open', () => {
  const [row] = toExposureRows([
    { symbol: 'AAA', buy: side(0, 0), sell: side(0, 0), net_volume: 0 },
  ]);
  expect(row).toMatchObject({ buyShare: 0, sellShare: 0, brokerResult: 0 });
});
