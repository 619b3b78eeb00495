import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import { insertCustomer } from './customer-store.ts';
import type { NewCustomer } from './customer.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';
import { insertCustomerCode } from './referral-store.ts';

export type Created = { readonly kind: 'created'; readonly customerId: number };

/**
 * Adds a customer with their referral code, then their account in the engine. If the process dies
 * in between, the email is taken and the next start or sign-in adds the account. `alsoWrite`
 * commits with the customer.
 */
export async function createCustomer(
  deps: EnsureAccountDeps,
  customer: NewCustomer,
  alsoWrite: (tx: Kysely<object>, customerId: number) => Promise<void> = async () => undefined,
): Promise<Created | { readonly kind: 'email-taken' }> {
  const customerId = await deps.db.kysely.transaction().execute(async (tx) => {
    const id = await insertCustomer(tx, customer);
    if (id === undefined) return undefined;
    await insertCustomerCode(tx, { code: customer.uniqid, customerId: id });
    await alsoWrite(tx, id);
    await recordAudit(tx, customer.atMs, {
      actor: `customer:${id}`,
      action: 'customer.sign-up',
      subject: `customer:${id}`,
      after: { termsVersion: customer.termsVersion, referredBy: customer.referredBy },
    });
    return id;
  });
  if (customerId === undefined) return { kind: 'email-taken' };
  await ensureAccount(deps, {
    id: customerId,
    createdAtMs: customer.atMs,
    hasAccount: false,
  });
  return { kind: 'created', customerId };
}
