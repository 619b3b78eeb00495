// What staff decide about a customer's account.
import type { TermsChange } from '#features/customers/customers.ts';
import type { OperatorCommandDeps } from './operator-command.ts';

/** Changes a customer's account; false if nothing changed. */
export async function changeCustomer(
  { customers }: Pick<OperatorCommandDeps, 'customers'>,
  change: TermsChange,
): Promise<boolean> {
  const { isChanged, terms } = await customers.changeTerms(change);
  // Sessions are ended even if the status was set before, which completes what a crash interrupted.
  if (terms.status === 'blocked') await customers.endSessions(change.customerId, 'blocked');
  return isChanged;
}
