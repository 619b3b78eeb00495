// How a field of a list is written to a file.
import type { WorkbookCell } from '#platform/workbook/workbook.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
/** The part of an instant before its fractions. */
const SECONDS_LENGTH = '2026-03-05T18:00:00'.length;

/** Returns numbers, booleans and instants as such, and everything else as text. */
export function toWorkbookCell(value: unknown): WorkbookCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return parseInstant(value) ?? toText(value);
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(' ');
  }
  return JSON.stringify(value);
}

/** Texts of customers can look like instants and be none, and Date moves 30 February to March. */
function parseInstant(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !INSTANT.test(value)) return undefined;
  const at = new Date(value);
  const isExact =
    !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value.slice(0, SECONDS_LENGTH));
  return isExact ? at : undefined;
}
