import { REFERRALS_PAGE_MAX } from '@halyard/contract/referrals';
import type { Referral } from '@halyard/contract/referrals';
import type { Database } from '#platform/db/db.ts';
import { listReferredCustomers } from './referral-store.ts';

export type ReferralsRequest = {
  readonly customerId: number;
  readonly before: number | undefined;
  readonly limit: number | undefined;
};

/** Returns a page of the customers whom a customer referred, newest first. */
export async function listReferrals(
  deps: { readonly db: Database },
  request: ReferralsRequest,
): Promise<Referral[]> {
  const referred = await listReferredCustomers(deps.db.kysely, {
    customerId: request.customerId,
    beforeId: request.before,
    limit: request.limit ?? REFERRALS_PAGE_MAX,
  });
  return referred.map((customer) => ({
    id: customer.id,
    full_name: `${customer.firstName} ${customer.lastName}`,
    email: customer.email,
    created_at: new Date(customer.createdAtMs).toISOString(),
  }));
}
