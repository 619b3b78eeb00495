import { expect, it } from 'vitest';
import { toWorkbookCell } from './workbook-cell.ts';

it.each([
  [undefined, null],
  [12.5, 12.5],
  [true, true],
  ['2026-03-05T18:00:00.250Z', new Date('2026-03-05T18:00:00.250Z')],
  ['2026-03-05', '2026-03-05'],
  // Texts of customers that look like instants, and are none.
  ['2026-99-99T99:99:99Z', '2026-99-99T99:99:99Z'],
  ['2026-02-30T00:00:00Z', '2026-02-30T00:00:00Z'],
  [['forex', 'crypto'], 'forex crypto'],
])('writes %j as %j', (value, cell) => {
  expect(toWorkbookCell(value)).toEqual(cell);
});
