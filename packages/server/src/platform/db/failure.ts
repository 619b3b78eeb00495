// Tells an outage of the database (thrown as Outage, answered with 503) from an answer of the
// database (a DatabaseError with its SQLSTATE, which the caller may understand) and from a bug.
import { DatabaseError } from 'pg';

import { Outage } from '#platform/outage/outage.ts';

/**
 * SQLSTATE classes and codes after which nothing is known but that the statement has no answer:
 * connection (08), resources such as a full disk (53), shutdown (57P), system and I/O (58).
 */
const OUTAGE_CLASSES = ['08', '53', '57P', '58'] as const;
const OUTAGE_CODES = [
  '57014', // canceled, for instance by statement_timeout
  '25006', // read-only: it became a standby
  '25P03', // idle in a transaction for too long
  '40P01', // deadlock victim
  '55P03', // lock not available in time
] as const;

function isOutageCode(code: string): boolean {
  return (
    OUTAGE_CLASSES.some((start) => code.startsWith(start)) ||
    OUTAGE_CODES.some((outage) => outage === code)
  );
}

/** What a failed call to the database is to be thrown as. */
export function toDatabaseFailure(error: unknown): unknown {
  if (error instanceof Outage || error instanceof TypeError || error instanceof RangeError) {
    return error;
  }
  if (error instanceof DatabaseError) {
    if (!isOutageCode(error.code ?? '')) return error;
    return new Outage('database', `The database cannot serve: ${error.message}.`, { cause: error });
  }
  return toConnectionFailure(error);
}

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === constraint
  );
}

/** What a connection that was not made is to be thrown as: whoever refused it, nothing was done. */
export function toConnectionFailure(error: unknown): Outage {
  const reason = error instanceof Error ? error.message : String(error);
  return new Outage('database', `The database cannot be reached: ${reason}.`, { cause: error });
}

/** The database may not be used as it is set up: the program must not start on it. */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}
