import { expect, it } from 'vitest';
import { filterRows, sortRows } from './sort-rows.ts';

const rows = [
  { symbol: 'BTCUSD', symbolName: 'Bitcoin', profit: 5 },
  { symbol: 'XAUUSD', symbolName: 'Gold', profit: null },
  { symbol: 'ETHUSD', symbolName: 'Ethereum', profit: -7.5 },
];
type Row = (typeof rows)[number];
const keys = { market: (row: Row) => row.symbol, profit: (row: Row) => row.profit };
const symbols = (list: readonly Row[]) => list.map(({ symbol }) => symbol);
const by = (column: string, isDescending: boolean) =>
  symbols(sortRows(rows, { column, isDescending }, keys));

it('sorts by text or figure, both ways, with unknown values last', () => {
  expect(by('market', false)).toEqual(['BTCUSD', 'ETHUSD', 'XAUUSD']);
  expect(by('profit', false)).toEqual(['ETHUSD', 'BTCUSD', 'XAUUSD']);
  expect(by('profit', true)).toEqual(['BTCUSD', 'ETHUSD', 'XAUUSD']);
  expect(sortRows(rows, null, keys)).toBe(rows);
  expect(by('gone', true)).toEqual(symbols(rows));
});

it('finds markets by symbol and name', () => {
  expect(symbols(filterRows(rows, ' gold'))).toEqual(['XAUUSD']);
  expect(symbols(filterRows(rows, 'eth'))).toEqual(['ETHUSD']);
  expect(filterRows(rows, '')).toBe(rows);
});
