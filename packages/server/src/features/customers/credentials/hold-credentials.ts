import type { Kysely } from 'kysely';
import { lockCustomer } from '../credential-store.ts';
import { holdSession } from '#features/identity/identity.ts';

/**
 * Whether the session that wants to change credentials still stands, asked inside the transaction
 * of the change, which no other change of them overtakes then. Between what was proved and the change
 * a password is hashed; whoever wins back a stolen account meanwhile must not lose it again to what
 * the thief had on its way.
 */
export async function holdCredentials(
  tx: Kysely<object>,
  by: { readonly customerId: number; readonly sessionId: string },
): Promise<boolean> {
  await lockCustomer(tx, by.customerId);
  return await holdSession(tx, by.sessionId);
}
