import * as v1 from '@halyard/contract/v1/keys';
import type { ApiKeys, OwnKey } from '#features/api-keys/api-keys.ts';
import { ok, refused } from '#platform/http/http.ts';
import { bindOperation } from './binding.ts';
import type { OperationBinding } from './binding.ts';
import { readId } from './read-id.ts';

export type KeyDeps = { readonly apiKeys: Pick<ApiKeys, 'list' | 'revoke'> };

export function keyOperations({ apiKeys }: KeyDeps): readonly OperationBinding[] {
  return [
    bindOperation(v1.listKeys, async ({ customerId, environment, keyId }) => {
      const keys = await apiKeys.list({ customerId, environment });
      return ok({ data: keys.map((key) => toV1(key, keyId)), next_cursor: null });
    }),
    bindOperation(v1.revokeKey, async (call) => {
      const { customerId, environment, keyId, scopes, params } = call;
      const id = readId(params.key_id);
      if (id === undefined) return refused({ code: 'not-found' });
      // A key that may only read must not stop the customer's other programs.
      if (id !== keyId && !scopes.includes('trade')) {
        return refused({ code: 'scope-missing', facts: { scope: 'trade' } });
      }
      return await apiKeys.revoke({ customerId, environment, id, by: keyId });
    }),
  ];
}

function toV1(key: OwnKey, keyId: number): v1.Key {
  return {
    id: String(key.id),
    name: key.name,
    start: key.start,
    is_current: key.id === keyId,
    environment: key.environment,
    scopes: [...key.scopes],
    networks: [...key.networks],
    created_at: toTime(key.createdAtMs),
    expires_at: key.expiresAtMs === null ? null : toTime(key.expiresAtMs),
    last_used_at: key.lastUse === null ? null : toTime(key.lastUse.atMs),
    last_refused_at: key.lastRejectedUse === null ? null : toTime(key.lastRejectedUse.atMs),
  };
}

function toTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
