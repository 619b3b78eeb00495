import type { User } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import { KEYS, type TextStore } from '#data/storage/text-store.ts';

/** On the first day the customer completes the profile and makes the first deposit. */
const ACCOUNT_AGE_MIN_MS = DAY_MS;
export const PUT_OFF_DAYS = 7;

type Offered = Pick<User, 'id' | 'second_factor' | 'created_at'>;

/** Returns whether to ask the customer now to turn the second factor on. */
export function isOfferDue(user: Offered, store: TextStore, nowMs: number): boolean {
  if (user.second_factor) return false;
  if (nowMs - Date.parse(user.created_at) < ACCOUNT_AGE_MIN_MS) return false;
  const [id, until] = (store.read(KEYS.secondFactorOffer) ?? '').split(':');
  // A time beyond the period means that the clock was changed, or that this page did not write it.
  const leftMs = Number(until) - nowMs;
  return id !== String(user.id) || !(leftMs > 0 && leftMs <= PUT_OFF_DAYS * DAY_MS);
}

/** Postpones the question for this customer by PUT_OFF_DAYS; another browser asks at once. */
export function putOff(user: Pick<User, 'id'>, store: TextStore, nowMs: number): void {
  store.write(KEYS.secondFactorOffer, `${user.id}:${nowMs + PUT_OFF_DAYS * DAY_MS}`);
}
