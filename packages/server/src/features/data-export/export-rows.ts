// Converts rows for an export: money in euros and prices as rates, both as decimal text, and times
// in UTC.
import { toRate } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import type { Row } from '#platform/db/db.ts';

export type Instruments = ReadonlyMap<string, Instrument>;
export type ExportRow = Readonly<Record<string, unknown>>;

export function toExportRow(row: Row, instruments: Instruments): ExportRow {
  const decimals = instruments.get(String(row['symbol']))?.decimals;
  const shown = Object.entries(row).filter(([name]) => name !== 'key');
  return Object.fromEntries(shown.map(([name, value]) => toField(name, value, decimals)));
}

/**
 * Formats a field. The decimals of an instrument that is no longer offered are unknown, so its
 * prices stay in points.
 */
function toField(
  name: string,
  value: unknown,
  decimals: number | undefined,
): readonly [string, unknown] {
  if (value instanceof Date) return [name, value.toISOString()];
  if (name.endsWith('_cents')) {
    const text = typeof value === 'number' ? toEuros(cents(value)).toFixed(2) : null;
    return [name.replace(/_cents$/, '_eur'), text];
  }
  if (name.endsWith('_points') && decimals !== undefined) {
    const isThere = typeof value === 'number';
    const text = isThere ? toRate(value as Points, decimals).toFixed(decimals) : null;
    return [name.replace(/_points$/, '_rate'), text];
  }
  return [name, value];
}

export function toCells(row: ExportRow): readonly string[] {
  return Object.values(row).map((value) => {
    if (value === null || value === undefined) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
