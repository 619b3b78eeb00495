// Classifies failures of the engine's own statements by SQLSTATE.
import { DatabaseError } from 'pg';

const FENCED = 'P0E01';
const LOCK_NOT_AVAILABLE = '55P03';

function sqlState(error: unknown): string | undefined {
  if (error instanceof DatabaseError) return error.code;
  return error instanceof Error && error.cause instanceof DatabaseError
    ? error.cause.code
    : undefined;
}

/**
 * Returns whether the commit failed because another owner took the lease; nothing of the batch was
 * written then.
 */
export function isFenced(error: unknown): boolean {
  return sqlState(error) === FENCED;
}

export function isLockNotAvailable(error: unknown): boolean {
  return sqlState(error) === LOCK_NOT_AVAILABLE;
}
