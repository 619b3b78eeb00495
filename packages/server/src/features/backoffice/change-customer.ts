// What the broker decides about a customer's account, whoever of its staff it is.
import type { TermsChange } from '#features/customers/customers.ts';
import type { VerbDeps } from './verb.ts';

/** False when it was so before. */
export async function changeCustomer(
  { customers }: Pick<VerbDeps, 'customers'>,
  change: TermsChange,
): Promise<boolean> {
  const { isChanged, terms } = await customers.changeTerms(change);
  // Again even if it was set before: what a crash left open is ended now.
  if (terms.status === 'blocked') await customers.endSessions(change.customerId, 'blocked');
  return isChanged;
}
