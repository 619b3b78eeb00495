import { groupLinked } from '@halyard/core/linked-accounts';
import type { Kysely } from 'kysely';
import { listConfirmed } from './link-store.ts';

/** Returns the customer and all whose accounts staff have linked with theirs. */
export async function findGroup(
  db: Kysely<object>,
  customerId: number,
): Promise<readonly number[]> {
  const groups = groupLinked(await listConfirmed(db));
  return groups.find((group) => group.includes(customerId)) ?? [customerId];
}
