// The limits that a customer sees before requesting a deposit.
import { DEPOSIT_MINIMUM_CENTS } from '@halyard/contract/config';
import { type DepositTerms, TRANSACTION_TABS } from '@halyard/contract/transactions';
import { cents, toEuros } from '@halyard/core/money';
import type { EngineClient } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import type { CapsDeps } from './deposit-caps.ts';
import { sumDeposits } from './deposit-sum-store.ts';

type TermsDeps = Pick<CapsDeps, 'settings'> & {
  readonly db: Pick<Database, 'kysely'>;
  readonly engine: Pick<EngineClient, 'account'>;
};

export async function viewDepositTerms(deps: TermsDeps, customerId: number): Promise<DepositTerms> {
  const account = await deps.engine.account(customerId);
  const typeIds = TRANSACTION_TABS.deposits;
  const sum = await sumDeposits(deps.db.kysely, { customerId, typeIds });
  const leftCents = deps.settings.unverifiedDepositMaxCents - sum.cents;
  const isVerified = account?.terms.isVerified === true;
  return {
    minimum: toEuros(cents(DEPOSIT_MINIMUM_CENTS)),
    unverified_maximum: isVerified ? null : toEuros(cents(Math.max(0, leftCents))),
    unpaid: toEuros(cents(sum.openCents)),
  };
}
