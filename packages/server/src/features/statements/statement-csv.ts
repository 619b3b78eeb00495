import { BYTE_ORDER_MARK, toCsvLine } from '@halyard/contract/format/csv';
import type { Sheet } from './statement-sheet.ts';

/** Returns all tables, separated by an empty line. */
export function toCsv(sheet: Sheet): Buffer {
  const lines = [
    [sheet.title],
    ...sheet.facts,
    ...sheet.tables.flatMap(({ title, columns, rows }) => [[], [title], columns, ...rows]),
  ];
  return Buffer.from(BYTE_ORDER_MARK + lines.map(toCsvLine).join(''));
}
