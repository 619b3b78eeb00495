import type { ChartCell } from '@halyard/contract/workspace';
import { expect, it } from 'vitest';
import { focusedIndex, shownCells } from './chart-cells.ts';

const usual: ChartCell = { symbol: 'BTCUSD', timeframe: '15m', indicators: [] };
const ether: ChartCell = { ...usual, symbol: 'ETHUSD', timeframe: '1m' };

it('fills unset charts with longer time frames of the first one', () => {
  expect(shownCells({ chartCount: 1, charts: [] }, usual)).toEqual([usual]);
  const cells = shownCells({ chartCount: 4, charts: [ether] }, usual);
  expect(cells.map(({ symbol, timeframe }) => `${symbol} ${timeframe}`)).toEqual([
    'ETHUSD 1m',
    'ETHUSD 1h',
    'ETHUSD 4h',
    'ETHUSD 1d',
  ]);
  expect(shownCells({ chartCount: 1, charts: [ether, usual] }, usual)).toEqual([ether]);
});

it('focuses the chart of the address until another is chosen', () => {
  expect(focusedIndex([usual, ether], undefined, 'ETHUSD')).toBe(1);
  expect(focusedIndex([usual, ether], undefined, 'XAUUSD')).toBe(0);
  expect(focusedIndex([usual, ether], { index: 1 }, 'XAUUSD')).toBe(1);
  // A chart that was taken away.
  expect(focusedIndex([usual], { index: 3 }, 'XAUUSD')).toBe(0);
});
