import { listCustomersWithoutAccount } from './customer-store.ts';
import { ensureAccount } from './ensure-account.ts';
import type { EnsureAccountDeps } from './ensure-account.ts';

const PAGE_LENGTH = 100;

/** Adds the missing account of every interrupted sign-up; returns how many. */
export async function resumeSignUps(deps: EnsureAccountDeps): Promise<number> {
  let resumed = 0;
  for (;;) {
    const customers = await listCustomersWithoutAccount(deps.db.kysely, PAGE_LENGTH);
    for (const customer of customers) await ensureAccount(deps, customer);
    resumed += customers.length;
    if (customers.length < PAGE_LENGTH) return resumed;
  }
}
