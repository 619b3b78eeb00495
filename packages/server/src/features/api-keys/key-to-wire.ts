import type { ApiKey } from '@halyard/contract/api-keys';
import type { StoredKey } from './api-key-store.ts';

export function toWireKey(key: StoredKey): ApiKey {
  return {
    id: key.id,
    name: key.name,
    start: key.start,
    scopes: [...key.scopes],
    networks: [...key.networks],
    created_at: toInstant(key.createdAtMs),
    expires_at: key.expiresAtMs === null ? null : toInstant(key.expiresAtMs),
    last_used_at: key.lastUse === null ? null : toInstant(key.lastUse.atMs),
    last_used_ip: key.lastUse?.ip ?? null,
  };
}

function toInstant(atMs: number): string {
  return new Date(atMs).toISOString();
}
