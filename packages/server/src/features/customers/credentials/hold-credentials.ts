import type { Kysely } from 'kysely';
import { lockCustomer } from '../credential-store.ts';
import { holdSession } from '#features/identity/identity.ts';

/**
 * Returns whether the session that changes credentials is still valid, checked inside the
 * transaction of the change and serialised with other changes. Between authentication and the
 * change a password is hashed; if the owner recovers a stolen account meanwhile, the thief's
 * pending change must fail.
 */
export async function holdCredentials(
  tx: Kysely<object>,
  by: { readonly customerId: number; readonly sessionId: string },
): Promise<boolean> {
  await lockCustomer(tx, by.customerId);
  return await holdSession(tx, by.sessionId);
}
