// First passwords: those that somebody else sets for a member of staff or an affiliate, when they
// are added or their password is reset.
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS } from '@halyard/core/time';

/**
 * Long enough to hand the password over, and short enough that an unused one is not a permanent
 * risk.
 */
const FIRST_PASSWORD_LIFE_MS = 3 * DAY_MS;

/** When a first password ends; null for one that its owner has set. */
export type FirstPasswordEnd = number | null;

export function endOfFirstPassword(nowMs: number): FirstPasswordEnd {
  return nowMs + FIRST_PASSWORD_LIFE_MS;
}

/** Returns the rejection of an expired first password; undefined while it is valid. */
export function refuseExpired(endMs: FirstPasswordEnd, nowMs: number): Rejection | undefined {
  return endMs !== null && nowMs >= endMs ? { code: 'password-expired' } : undefined;
}
