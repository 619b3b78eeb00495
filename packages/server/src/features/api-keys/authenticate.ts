import { API_KEY_PREFIX } from '@halyard/contract/api-keys';
import type { ApiScope } from '@halyard/contract/api-keys';
import type { Rejection } from '@halyard/contract/rejections';
import { hashToken } from '#features/identity/identity.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { findKey } from './api-key-store.ts';
import { isAdmitted } from './networks.ts';
import type { UseLog } from './use-log.ts';

const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

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
  deps: {
    readonly db: Database;
    readonly clock: Clock;
    readonly useLog: Pick<UseLog, 'note'>;
  },
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
  const { id: keyId, customerId, scopes } = stored;
  deps.useLog.note({ keyId, ip, atMs: nowMs });
  return { kind: 'holder', holder: { keyId, customerId, scopes } };
}

function refuse(code: Rejection['code']): Authenticated {
  return { kind: 'refused', rejection: { code } };
}
