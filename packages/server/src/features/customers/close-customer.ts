import { createHmac } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';
import type { Kysely } from 'kysely';
import type { Database } from '#platform/db/db.ts';
import type { Keyring } from '#platform/keyring/keyring.ts';
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

/** The first key of the hashes, in DATA_DIR/secrets. */
export const EXCLUDED_EMAILS_KEY = 'excluded-emails';

export type HashedEmail = { readonly emailHash: string; readonly keyName: string };

/**
 * Returns hashes of an email, that of the newest key first. Only someone with both the email and a
 * key can compute them.
 */
export type HashEmail = (email: string) => readonly HashedEmail[];

export function createEmailHash(keyring: Pick<Keyring, 'listNames' | 'key'>): HashEmail {
  return (email) =>
    keyring.listNames(EXCLUDED_EMAILS_KEY).map((keyName) => ({
      keyName,
      emailHash: createHmac('sha256', keyring.key(keyName)).update(email).digest('hex'),
    }));
}

/**
 * Ends an account in the caller's transaction: deletes sessions and all sign-in methods except the
 * password, with which only the owner can learn that the account is closed. Returns what to do
 * after the commit; undefined if it was already closed.
 */
export async function closeCustomer(
  { sessions }: { readonly sessions: Sessions },
  tx: Kysely<object>,
  { customerId, atMs }: { readonly customerId: number; readonly atMs: number },
): Promise<(() => void) | undefined> {
  await lockCustomer(tx, customerId);
  if (!(await markClosed(tx, customerId, atMs))) return undefined;
  await deleteAllCodesOf(tx, customerId);
  const subject = { kind: 'customer', id: customerId } as const;
  await deletePasskeysOf(tx, subject);
  await deleteSecondFactor(tx, customerId);
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
    await keepOut(tx, hashEmail(customer.email), excludedUntilMs);
  }
  await markErased(tx, customerId, atMs);
  await deleteSessionsOf(tx, customerId);
}

/** Keeps an email excluded from sign-up when its self-excluded owner changes to another one. */
export async function keepOutEmail(
  { hashEmail }: { readonly hashEmail: HashEmail },
  tx: Kysely<object>,
  left: { readonly customerId: number; readonly email: string; readonly atMs: number },
): Promise<void> {
  const untilMs = await findExclusionEnd(tx, left.customerId, left.atMs);
  if (untilMs === undefined) return;
  await keepOut(tx, hashEmail(left.email), untilMs);
}

async function keepOut(
  tx: Kysely<object>,
  [newest]: readonly HashedEmail[],
  untilMs: number | null,
): Promise<void> {
  await insertExcludedEmail(tx, { ...assertPresent(newest, 'there is a key'), untilMs });
}

/** Returns whether the email belonged to a self-excluded customer who left or changed it. */
export async function isEmailExcluded(
  deps: { readonly db: Database; readonly hashEmail: HashEmail },
  email: string,
  nowMs: number,
): Promise<boolean> {
  const hashes = deps.hashEmail(email).map(({ emailHash }) => emailHash);
  return await isExcludedEmail(deps.db.kysely, hashes, nowMs);
}
