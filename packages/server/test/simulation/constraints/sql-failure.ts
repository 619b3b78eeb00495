import { DatabaseError } from 'pg';

const DIFFERS = 'P0E03';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** What the statement ends with on the database. */
export function sqlFailure(code: string, message: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code });
}

export function differs(message: string): DatabaseError {
  return sqlFailure(DIFFERS, message);
}

export function duplicate(constraint: string): DatabaseError {
  return sqlFailure(UNIQUE_VIOLATION, `a duplicate by ${constraint}`);
}

export function checkFailed(constraint: string): DatabaseError {
  return sqlFailure(CHECK_VIOLATION, `it violates ${constraint}`);
}
