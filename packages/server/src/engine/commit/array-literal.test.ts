import { expect, it } from 'vitest';

import { Columns, toArrayLiteral } from './array-literal.ts';

it('formats an array of each kind of cell', () => {
  expect(toArrayLiteral([])).toBe('{}');
  expect(toArrayLiteral([1, -9_007_199_254_740_991, null])).toBe('{1,-9007199254740991,NULL}');
  expect(toArrayLiteral([true, false])).toBe('{true,false}');
  expect(toArrayLiteral(['', 'NULL', 'a,b', '{}'])).toBe('{"","NULL","a,b","{}"}');
  expect(toArrayLiteral(['say "x"', 'C:\\'])).toBe(String.raw`{"say \"x\"","C:\\"}`);
});

it('keeps rows by column, in the order of the columns', () => {
  const columns = new Columns(['id', 'name']);
  columns.add({ name: 'a', id: 1 });
  columns.add({ id: 2, name: null });
  expect(columns.size).toBe(2);
  const literals = ['{}'];
  columns.writeTo(literals);
  expect(literals).toEqual(['{}', '{1,2}', '{"a",NULL}']);
});

it('omits columns that are null in every row', () => {
  const columns = new Columns(['id', 'name']);
  columns.add({ id: 1, name: null });
  columns.add({ id: 2, name: null });
  const literals: string[] = [];
  columns.writeTo(literals);
  expect(literals).toEqual(['{1,2}', '{}']);
});
