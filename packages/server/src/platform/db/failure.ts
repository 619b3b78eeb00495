// Distinguishes a database outage (thrown as Outage, answered with 503) from an answer of the
// database (a DatabaseError with its SQLSTATE, which the caller can handle) and from a bug.
import { DatabaseError } from 'pg';

import { Outage } from '#platform/outage/outage.ts';

/**
 * SQLSTATE classes and codes after which only the missing answer is known: connection (08),
 * resources such as a full disk (53), shutdown (57P), system and I/O (58).
 */
const OUTAGE_CLASSES = ['08', '53', '57P', '58'] as const;
const OUTAGE_CODES = [
  '57014', // 57014: cancelled, for instance by statement_timeout.
  '25006', // 25006: read-only, because the server became a standby.
  '25P03', // 25P03: idle in a transaction for too long.
  '40P01', // 40P01: chosen as a deadlock victim.
  '55P03', // 55P03: a lock was not available in time.
] as const;

function isOutageCode(code: string): boolean {
  return (
    OUTAGE_CLASSES.some((start) => code.startsWith(start)) ||
    OUTAGE_CODES.some((outage) => outage === code)
  );
}

/** Returns the error to throw for a failed database call. */
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

/** Returns whether a statement violated this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === UNIQUE_VIOLATION &&
    error.constraint === constraint
  );
}

/** Returns the error to throw for a failed connection; nothing was executed. */
export function toConnectionFailure(error: unknown): Outage {
  return new Outage('database', `The database cannot be reached: ${reasonOf(error)}.`, {
    cause: error,
  });
}

/** Returns the message of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Thrown when the database must not be used as it is configured; the program must not start on it.
 */
export class DatabaseUnfit extends Error {
  override readonly name = 'DatabaseUnfit';
}
