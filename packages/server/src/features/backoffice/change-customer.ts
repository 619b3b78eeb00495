// What the house decides about a customer's account, whoever of the house it is.
import { randomUUID } from 'node:crypto';
import { assertPresent } from '@halyard/core/assertion';
import type { Account, AccountTerms } from '@halyard/core/engine';
import { effectiveStatus } from '#features/accounts/accounts.ts';
import type { Customer, TermsChange } from '#features/accounts/accounts.ts';
import type { VerbDeps } from './verb.ts';

export type CustomerChange = {
  readonly customer: Customer;
  readonly change: Partial<AccountTerms>;
  readonly by: TermsChange['by'];
};

/** False when it was so before. */
export async function changeCustomer(
  deps: Pick<VerbDeps, 'accounts' | 'engine'>,
  { customer, change, by }: CustomerChange,
): Promise<boolean> {
  const account = assertPresent(
    await deps.engine.account(customer.id),
    'a customer has an account',
  );
  const isSame = isAlready(change, customer, account);
  if (!isSame) {
    const requestId = `house:${randomUUID()}`;
    await deps.accounts.changeTerms({ customer, change, requestId, by });
  }
  // Again even if it was set before: what a crash left open is ended now.
  if (change.status === 'blocked') await deps.accounts.endSessions(customer.id, 'blocked');
  return !isSame;
}

/** Both in the house's books and in the engine: a crash may have come between the two. */
function isAlready(
  { status, ...others }: Partial<AccountTerms>,
  { standing }: Customer,
  { terms }: Readonly<Account>,
): boolean {
  if (status !== undefined) {
    if (standing.houseStatus !== status || terms.status !== effectiveStatus(standing)) return false;
  }
  return Object.entries(others).every(([key, value]) => terms[key as keyof AccountTerms] === value);
}
