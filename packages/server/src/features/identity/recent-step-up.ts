import { MINUTE_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import { findStepUps } from './session-store.ts';

export const PASSWORD_PROVED_FOR_MS = 15 * MINUTE_MS;

/** Returns whether the password was entered in an open session in the last 15 minutes. */
export async function isPasswordRecent(
  db: Kysely<object>,
  sessionId: string,
  nowMs: number,
): Promise<boolean> {
  const stepUps = await findStepUps(db, sessionId);
  return isRecent(stepUps?.passwordProvedAtMs ?? null, PASSWORD_PROVED_FOR_MS, nowMs);
}

/** Returns whether an authentication at that time, if any, is recent enough. */
export function isRecent(atMs: number | null, forMs: number, nowMs: number): boolean {
  return atMs !== null && nowMs - atMs <= forMs;
}
