import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import {
  findExclusionEnd,
  insertExcludedEmail,
  isExcludedEmail,
  markClosed,
  markErased,
} from './closed-store.ts';
import { lockCustomer } from './credential-store.ts';
import {
  deleteAllCodesOf,
  deletePasskeysOf,
  deleteSecondFactor,
  deleteSessionsOf,
  forgetDevices,
} from '#features/identity/identity.ts';
import type { Sessions } from '#features/identity/identity.ts';

export const EXCLUDED_EMAILS_KEY_BYTES = 32;

/** Identifies an email only for those who have both the email and the key. */
export type HashEmail = (email: string) => string;

export function createEmailHash(key: Buffer): HashEmail {
  return (email) => createHmac('sha256', key).update(email).digest('hex');
}

/**
 * Ends an account in the caller's transaction: sessions and all sign-in methods except the
 * password, by which only the owner learns that the account is closed. Returns what to do after the
 * commit; undefined if it was already closed.
 */
export async function closeCustomer(
  { sessions }: { readonly sessions: Sessions },
  tx: Kysely<object>,
  { customerId, atMs }: { readonly customerId: number; readonly atMs: number },
): Promise<(() => void) | undefined> {
  await lockCustomer(tx, customerId);
  if (!(await markClosed(tx, customerId, atMs))) return undefined;
  await deleteAllCodesOf(tx, customerId);
  await deletePasskeysOf(tx, customerId);
  await deleteSecondFactor(tx, customerId);
  const subject = { kind: 'customer', id: customerId } as const;
  const ended = await sessions.endOthersIn(tx, subject, { keepId: undefined, reason: 'closed' });
  await forgetDevices(tx, customerId);
  return () => sessions.announce(ended);
}

export type Erasure = {
  readonly customerId: number;
  readonly atMs: number;
  /** Until when the customer is self-excluded; null: permanently, undefined: not. */
  readonly excludedUntilMs: number | null | undefined;
};

/**
 * Erases a closed customer's personal data. A self-excluded customer stays recognisable by a hash
 * of the email.
 */
export async function eraseCustomer(
  { hashEmail }: { readonly hashEmail: HashEmail },
  tx: Kysely<object>,
  { customerId, atMs, excludedUntilMs }: Erasure,
): Promise<void> {
  const customer = await lockCustomer(tx, customerId);
  if (customer !== undefined && excludedUntilMs !== undefined) {
    const emailHash = hashEmail(customer.email);
    await insertExcludedEmail(tx, { emailHash, untilMs: excludedUntilMs });
  }
  await markErased(tx, customerId, atMs);
  await deleteSessionsOf(tx, customerId);
}

/** Keeps an email excluded when its self-excluded owner changes it. */
export async function keepOutEmail(
  { hashEmail }: { readonly hashEmail: HashEmail },
  tx: Kysely<object>,
  left: { readonly customerId: number; readonly email: string; readonly atMs: number },
): Promise<void> {
  const untilMs = await findExclusionEnd(tx, left.customerId, left.atMs);
  if (untilMs === undefined) return;
  await insertExcludedEmail(tx, { emailHash: hashEmail(left.email), untilMs });
}

/** Returns whether the email belonged to a self-excluded customer who left or changed it. */
export async function isEmailExcluded(
  deps: { readonly db: Database; readonly hashEmail: HashEmail },
  email: string,
  nowMs: number,
): Promise<boolean> {
  return await isExcludedEmail(deps.db.kysely, deps.hashEmail(email), nowMs);
}
