// Passwords that somebody else makes: of new members of staff and affiliates, and after a reset.
import type { Rejection } from '@halyard/contract/rejections';
import { DAY_MS } from '@halyard/core/time';

/** Long enough to hand it over, short enough that one that was never used is no standing risk. */
const FIRST_PASSWORD_LIFE_MS = 3 * DAY_MS;

/** When a first password ends; null for one that its owner has set. */
export type FirstPasswordEnd = number | null;

export function endOfFirstPassword(nowMs: number): FirstPasswordEnd {
  return nowMs + FIRST_PASSWORD_LIFE_MS;
}

/** Returns why nobody may use the password any more, if so. */
export function refuseExpired(endMs: FirstPasswordEnd, nowMs: number): Rejection | undefined {
  return endMs !== null && nowMs >= endMs ? { code: 'password-expired' } : undefined;
}
