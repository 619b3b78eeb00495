// Converts PostgreSQL's values to JavaScript's. Money is a safe integer in code, so any other
// bigint is an error, never a rounded number.
import pg from 'pg';
import type { CustomTypesConfig } from 'pg';

const { builtins } = pg.types;
const BIGINT_ARRAY_OID = 1016;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`A bigint from the database is not a safe integer: ${text}.`);
  }
  return value;
}

/** The text of a bigint[] has neither quotes nor spaces, so splitting is exact. */
function parseBigintArray(text: string): (number | null)[] {
  if (text === '{}') return [];
  const items = text.slice(1, -1).split(',');
  return items.map((item) => (item === 'NULL' ? null : parseSafeInteger(item)));
}

/** A calendar day has no time zone, but a Date would add one. */
function keepText(text: string): string {
  return text;
}

const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseSafeInteger],
  [BIGINT_ARRAY_OID, parseBigintArray],
  [builtins.DATE, keepText],
]);

export const valueTypes: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    return PARSERS.get(oid) ?? (pg.types.getTypeParser(oid, format) as (text: string) => unknown);
  },
};
