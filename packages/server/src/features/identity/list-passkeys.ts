import type { Passkey } from '@halyard/contract/identity/passkeys';
import type { Database } from '#platform/db/db.ts';
import { listPasskeysOf } from './passkey-store.ts';
import type { PasskeyOwner } from './passkey-store.ts';

/** Returns someone's passkeys as they are shown, oldest first. */
export async function listPasskeys(db: Database, owner: PasskeyOwner): Promise<Passkey[]> {
  const listed = await listPasskeysOf(db.kysely, owner);
  return listed.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}
