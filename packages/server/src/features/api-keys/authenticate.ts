import { API_KEY_PREFIXES } from '@halyard/contract/api-keys';
import type { ApiScope } from '@halyard/contract/api-keys';
import type { AccountKind } from '@halyard/contract/practice/practice';
import type { Rejection } from '@halyard/contract/rejections';
import { hashToken } from '#features/identity/identity.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { KeyOfCustomer } from './api-key-store.ts';
import type { KeyCache } from './key-cache.ts';
import type { KeyReader } from './key-reader.ts';
import { isAdmitted } from './networks.ts';
import type { RejectedUseLog } from './rejected-use-log.ts';
import type { UseLog } from './use-log.ts';

const KEY_PATTERN = new RegExp(`^(?:${Object.values(API_KEY_PREFIXES).join('|')})[\\w-]{43}$`);

export type KeyHolder = {
  readonly keyId: number;
  readonly customerId: number;
  /** The account that the key opens. */
  readonly environment: AccountKind;
  readonly scopes: readonly ApiScope[];
};

export type Authenticated =
  | { readonly kind: 'holder'; readonly holder: KeyHolder }
  | { readonly kind: 'refused'; readonly rejection: Rejection };

export type AuthenticateDeps = {
  readonly clock: Clock;
  readonly cache: KeyCache;
  readonly reader: KeyReader;
  readonly useLog: Pick<UseLog, 'note'>;
  readonly rejectedUseLog: Pick<RejectedUseLog, 'note'>;
};

/**
 * Finds the owner of a key and records the use, or the rejection of a use from outside the key's
 * networks.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  { key, ip }: { readonly key: string | undefined; readonly ip: string },
): Promise<Authenticated> {
  if (key === undefined || !KEY_PATTERN.test(key)) return refuse('api-key-invalid');
  const hash = hashToken(key);
  const cached = deps.cache.find(hash);
  // If this background read fails, the first call after the cached key has expired reads it again.
  if (cached !== undefined && deps.cache.isDue(hash)) readKey(deps, hash).catch(() => undefined);
  const found = cached ?? (await readKey(deps, hash));
  if (found === undefined) return refuse('api-key-invalid');
  const { key: stored, isBlocked } = found;
  const nowMs = deps.clock.nowMs();
  if (stored.expiresAtMs !== null && stored.expiresAtMs <= nowMs) return refuse('api-key-invalid');
  const { id: keyId, customerId, environment, scopes } = stored;
  if (!isAdmitted(stored.networks, ip)) {
    deps.rejectedUseLog.note({ keyId, ip, atMs: nowMs });
    return refuse('network-refused');
  }
  if (isBlocked) return refuse('blocked');
  deps.useLog.note({ keyId, ip, atMs: nowMs });
  return { kind: 'holder', holder: { keyId, customerId, environment, scopes } };
}

async function readKey(
  { clock, cache, reader }: AuthenticateDeps,
  hash: string,
): Promise<KeyOfCustomer | undefined> {
  const readAtMs = clock.nowMs();
  const found = await reader.read(hash);
  if (found === undefined) cache.remove(hash);
  else cache.add(hash, found, readAtMs);
  return found;
}

function refuse(code: Rejection['code']): Authenticated {
  return { kind: 'refused', rejection: { code } };
}
