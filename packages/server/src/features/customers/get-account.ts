import { assertPresent } from '@halyard/core/assertion';
import type { Session } from '@halyard/contract/accounts';
import { findCustomer } from './customer-store.ts';
import { toWireUser } from './customer-to-wire.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import { isSecondFactorOn } from '#features/identity/identity.ts';

/** Returns the signed-in customer's own data. */
export async function getAccount(
  deps: EnsureAccountDeps,
  session: { readonly customerId: number; readonly token: string },
): Promise<Session> {
  const found = await findCustomer(deps.db.kysely, session.customerId);
  const customer = assertPresent(found, 'a session has a customer');
  const account = await ensureAccount(deps, customer);
  const { token } = session;
  const hasSecondFactor = await isSecondFactorOn(deps.db.kysely, session.customerId);
  const user = toWireUser(customer, account.terms, { token, hasSecondFactor });
  return { user, access_token: token };
}
