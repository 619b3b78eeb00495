import { assertPresent } from '@halyard/core/assertion';
import type { Account } from '@halyard/core/engine';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markAccountAdded } from './customer-store.ts';
import type { Customer } from './customer.ts';
import { initialTerms } from './initial-terms.ts';

export type EnsureAccountDeps = {
  readonly db: Database;
  readonly engine: EngineClient;
  readonly clock: Clock;
};

/** The request id of the command that adds an account; one per customer suffices. */
const REQUEST_ID = 'house:add-account';

/**
 * Returns the engine's account of a customer, adding it if a crash between the two commits of a
 * sign-up left it missing. Repeating it is safe.
 */
export async function ensureAccount(
  deps: EnsureAccountDeps,
  customer: Pick<Customer, 'id' | 'createdAtMs' | 'hasAccount'>,
): Promise<Readonly<Account>> {
  const known = await deps.engine.account(customer.id);
  if (known === undefined) {
    await deps.engine.submit(REQUEST_ID, {
      kind: 'add-account',
      accountId: customer.id,
      // The time is the same at each attempt, because the same id with other content would be
      // rejected.
      atMs: customer.createdAtMs,
      terms: initialTerms(),
    });
  }
  if (!customer.hasAccount) await markAccountAdded(deps.db.kysely, customer.id, deps.clock.nowMs());
  return (
    known ?? assertPresent(await deps.engine.account(customer.id), 'an added account is there')
  );
}
