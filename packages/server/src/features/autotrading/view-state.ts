import type { AutoTradingObstacle, AutoTradingState } from '@halyard/contract/auto-trading';
import { assertPresent } from '@halyard/core/assertion';
import type { AccountTerms } from '@halyard/core/engine';
import type { Customers } from '#features/customers/customers.ts';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { CONSENT } from './consent-text.ts';
import { findConsent } from './enrolment-store.ts';

export type StateDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly engine: EngineClient;
  readonly customers: Pick<Customers, 'findCustomer' | 'setAutoTrading'>;
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRejection'>;
  /** The symbols that the strategy trades; empty if it is not offered. */
  readonly symbols: readonly string[];
};

/** Returns whether the strategy acts for a customer, and otherwise all reasons. */
export async function viewState(deps: StateDeps, customerId: number): Promise<AutoTradingState> {
  const found = await deps.customers.findCustomer(customerId);
  const customer = assertPresent(found, 'a session has a customer');
  const account = await deps.engine.account(customerId);
  const consent = await findConsent(deps.db.kysely, customerId);
  const unasked = await deps.appropriateness.findOpeningRejection(customerId);
  return {
    auto_trading: customer.autoTrading ? 1 : 0,
    obstacles: [
      ...(deps.symbols.length === 0 ? ['not-offered' as const] : []),
      ...(customer.autoTrading ? [] : ['switched-off' as const]),
      ...(consent?.version === CONSENT.version ? [] : ['consent-missing' as const]),
      ...(unasked === undefined ? [] : ['appropriateness-required' as const]),
      ...listTermsObstacles(account?.terms),
    ],
    consent_version: CONSENT.version,
    consent:
      consent === undefined
        ? null
        : { version: consent.version, accepted_at: new Date(consent.acceptedAtMs).toISOString() },
  };
}

/** Returns the account terms that prevent the strategy; all of them if there is no account. */
function listTermsObstacles(terms: AccountTerms | undefined): readonly AutoTradingObstacle[] {
  return [
    ...(terms?.isVerified === true ? [] : ['not-verified' as const]),
    ...(terms?.status === 'active' ? [] : ['account-restricted' as const]),
  ];
}
