// Customers whose accounts staff have linked share their balance protection, if the setting says
// so. The stored terms follow only from the setting and the confirmed links.
import { groupLinked } from '@halyard/core/linked-accounts';
import type { Customers } from '#features/customers/customers.ts';
import type { Database } from '#platform/db/db.ts';
import { listConfirmed, listSharing } from './link-store.ts';

export type SharingDeps = {
  readonly db: Database;
  readonly customers: Pick<Customers, 'shareProtection'>;
  readonly settings: { readonly sharedProtection: boolean };
};

const BY = { actor: 'system', action: 'linked-accounts.share-protection' } as const;

/**
 * Stores who shares protection. Throws an Outage: stored changes are applied later, the others at
 * the next call.
 */
export async function shareProtection({ db, customers, settings }: SharingDeps): Promise<void> {
  const confirmed = settings.sharedProtection ? await listConfirmed(db.kysely) : [];
  const wanted = new Set(groupLinked(confirmed).flat());
  const sharing = new Set(await listSharing(db.kysely));
  for (const customerId of new Set([...wanted, ...sharing])) {
    const isShared = wanted.has(customerId);
    if (isShared === sharing.has(customerId)) continue;
    await customers.shareProtection({ customerId, isShared, by: BY });
  }
}
