import type { User } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import { KEYS, type TextStore } from '#data/storage/text-store.ts';

/** The first day belongs to the profile and the first deposit. */
const ACCOUNT_AGE_MIN_MS = DAY_MS;
export const PUT_OFF_DAYS = 7;

type Offered = Pick<User, 'id' | 'second_factor' | 'created_at'>;

/** Returns whether the customer is asked now to turn the second factor on. */
export function isOfferDue(user: Offered, store: TextStore, nowMs: number): boolean {
  if (user.second_factor) return false;
  if (nowMs - Date.parse(user.created_at) < ACCOUNT_AGE_MIN_MS) return false;
  const [id, until] = (store.read(KEYS.secondFactorOffer) ?? '').split(':');
  // A date beyond the period was not written by this page, or the clock has been changed.
  const leftMs = Number(until) - nowMs;
  return id !== String(user.id) || !(leftMs > 0 && leftMs <= PUT_OFF_DAYS * DAY_MS);
}

/** Asks this customer again after PUT_OFF_DAYS, or at once in another browser. */
export function putOff(user: Pick<User, 'id'>, store: TextStore, nowMs: number): void {
  store.write(KEYS.secondFactorOffer, `${user.id}:${nowMs + PUT_OFF_DAYS * DAY_MS}`);
}
