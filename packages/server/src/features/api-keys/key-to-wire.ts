import type { ApiKey } from '@halyard/contract/api-keys';
import type { StoredKey } from './api-key-store.ts';
import type { KeyUse } from './key-use-store.ts';

export function toWireKey(key: StoredKey, uses: readonly KeyUse[]): ApiKey {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    start: key.start,
    scopes: [...key.scopes],
    networks: [...key.networks],
    created_at: toInstant(key.createdAtMs),
    expires_at: key.expiresAtMs === null ? null : toInstant(key.expiresAtMs),
    last_used_at: key.lastUse === null ? null : toInstant(key.lastUse.atMs),
    last_used_ip: key.lastUse?.ip ?? null,
    last_refused_at: key.lastRejectedUse === null ? null : toInstant(key.lastRejectedUse.atMs),
    last_refused_network: key.lastRejectedUse?.network ?? null,
    requests: key.requests,
    addresses: uses.map(({ ip, requests, atMs }) => {
      return { ip, requests, last_used_at: toInstant(atMs) };
    }),
  };
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}
