import { assertPresent } from '@halyard/core/assertion';
import type { Database } from '#platform/db/db.ts';
import { findCustomer } from './customer-store.ts';

const KEPT_MAX = 50_000;

/** Returns a customer's uniqid; cached, because it never changes. */
export function createUniqids(db: Database): (customerId: number) => Promise<string> {
  const kept = new Map<number, string>();
  return async (customerId) => {
    const known = kept.get(customerId);
    if (known !== undefined) return known;
    const customer = await findCustomer(db.kysely, customerId);
    const { uniqid } = assertPresent(customer, 'a session has a customer');
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(customerId, uniqid);
    return uniqid;
  };
}
