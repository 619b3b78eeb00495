// Files of real prices for replay and import: candles as JSON or CSV, ticks and single prices as
// CSV. A malformed row is rejected with its number; the others are used.
import { readCsvFile } from './read-csv.ts';
import { readJsonFile } from './read-json.ts';
import type { PriceFileOptions, ReadFile } from './price-table.ts';

export type { CandleRow, FileReport, PriceTable, ReadFile, TickRow } from './price-table.ts';

/** Reads a file by its extension, .json or .csv; a problem is a text that says what to do. */
export async function readPriceFile(options: PriceFileOptions): Promise<ReadFile> {
  const { path } = options;
  try {
    if (path.endsWith('.json')) return await readJsonFile(options);
    if (path.endsWith('.csv')) return await readCsvFile(options);
  } catch (error) {
    return { kind: 'refused', problem: unreadable(error) };
  }
  return { kind: 'refused', problem: 'its name must end in .json or .csv' };
}

function unreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === undefined) throw error;
  return `it cannot be read (${code})`;
}
