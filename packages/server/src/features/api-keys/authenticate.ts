import { API_KEY_PREFIX } from '@halyard/contract/api-keys';
import type { ApiScope } from '@halyard/contract/api-keys';
import type { Rejection } from '@halyard/contract/rejections';
import { MINUTE_MS } from '@halyard/core/time';
import { hashToken } from '#features/identity/identity.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { findKey, noteUse } from './api-key-store.ts';
import type { StoredKey } from './api-key-store.ts';
import { isAdmitted } from './networks.ts';

const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);
/** The minimum time between two writes of the last use of a key and address. */
const USE_NOTED_EVERY_MS = MINUTE_MS;

export type KeyHolder = {
  readonly keyId: number;
  readonly customerId: number;
  readonly scopes: readonly ApiScope[];
};

export type Authenticated =
  | { readonly kind: 'holder'; readonly holder: KeyHolder }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

/**
 * Finds the holder of a key and records its use. Each call reads the database, so a revoked key
 * stops working at once.
 */
export async function authenticate(
  deps: { readonly db: Database; readonly clock: Clock },
  { key, ip }: { readonly key: string | undefined; readonly ip: string },
): Promise<Authenticated> {
  if (key === undefined || !KEY_PATTERN.test(key)) return refuse('api-key-invalid');
  const found = await findKey(deps.db.kysely, hashToken(key));
  if (found === undefined) return refuse('api-key-invalid');
  const { key: stored, isBlocked } = found;
  const nowMs = deps.clock.nowMs();
  if (stored.expiresAtMs !== null && stored.expiresAtMs <= nowMs) return refuse('api-key-invalid');
  if (!isAdmitted(stored.networks, ip)) return refuse('network-refused');
  if (isBlocked) return refuse('blocked');
  if (isUseNew(stored, { atMs: nowMs, ip })) {
    await noteUse(deps.db.kysely, { id: stored.id, atMs: nowMs, ip });
  }
  const { id: keyId, customerId, scopes } = stored;
  return { kind: 'holder', holder: { keyId, customerId, scopes } };
}

function isUseNew(
  { lastUse }: StoredKey,
  use: { readonly atMs: number; readonly ip: string },
): boolean {
  if (lastUse === null || lastUse.ip !== use.ip) return true;
  return use.atMs - lastUse.atMs >= USE_NOTED_EVERY_MS;
}

function refuse(code: Rejection['code']): Authenticated {
  return { kind: 'refused', rejection: { code } };
}
