import type { Identity } from '#features/identity/identity.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { findKeys, keepKeys } from './push-store.ts';
import { createKeyPair, readKeyPair } from './sign-request.ts';
import type { PushKeys } from './sign-request.ts';

/** Returns the text that binds the private key to its row. */
export function pushKeyOwner(id: number): string {
  return `push-key:${id}`;
}

const ONLY_ID = 1;

/**
 * Returns how to find the key pair of the installation, which the first use creates. It never
 * changes: browsers subscribed with it.
 */
export function createFindKeys(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly cipher: Identity['cipher'];
}): () => Promise<PushKeys> {
  const { db, clock, cipher } = deps;
  let known: PushKeys | undefined;
  return async () => {
    if (known !== undefined) return known;
    const stored = (await findKeys(db.kysely)) ?? (await create());
    const secret = cipher.open(stored.sealed_private_key, pushKeyOwner(ONLY_ID));
    known = readKeyPair(stored.public_key, secret);
    return known;
  };

  async function create(): ReturnType<typeof keepKeys> {
    const { publicKey, secret } = createKeyPair();
    const sealed = cipher.close(secret, pushKeyOwner(ONLY_ID));
    const created = { public_key: publicKey, sealed_private_key: sealed };
    return await keepKeys(db.kysely, created, new Date(clock.nowMs()));
  }
}
