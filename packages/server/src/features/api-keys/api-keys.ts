// Keys of the public API: customers create and revoke them in the profile, programs authenticate with
// them. A key opens the account of its customer within its scopes, networks and expiry.
import * as contract from '@halyard/contract/api-keys';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Log } from '#platform/log/log.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { deleteKey, deleteKeysOf, listKeysOf, listWorking } from './api-key-store.ts';
import { authenticate } from './authenticate.ts';
import type { Authenticated } from './authenticate.ts';
import { createKey } from './create-key.ts';
import type { CreateKeyDeps } from './create-key.ts';
import { listUses } from './key-use-store.ts';
import { toWireKey } from './key-to-wire.ts';
import { createUseLog } from './use-log.ts';

export type { KeyHolder } from './authenticate.ts';

export type ApiKeys = {
  readonly routes: readonly RouteBinding[];
  /**
   * Finds the customer of a key, as used from an address. Rejects with `api-key-invalid`,
   * `network-refused` or `blocked`.
   */
  authenticate(use: {
    readonly key: string | undefined;
    readonly ip: string;
  }): Promise<Authenticated>;
  /** Returns which of these keys were revoked or have expired, or belong to a blocked customer. */
  listEnded(keyIds: readonly number[]): Promise<readonly number[]>;
  /** Deletes the keys of a customer who closes the account. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Starts to record the uses of keys. */
  start(): void;
  close(): Promise<void>;
};

export type ApiKeysOptions = CreateKeyDeps & { readonly log: Pick<Log, 'warn' | 'error'> };

export function createApiKeys(deps: ApiKeysOptions): ApiKeys {
  const { db, clock, customers } = deps;
  const useLog = createUseLog(deps);
  customers.onRecovered(async (tx, customerId) => {
    for (const { id } of await listKeysOf(tx, customerId)) {
      await revoke(deps, tx, { customerId, id, actor: 'system' });
    }
  });
  return {
    routes: [
      bind(contract.listApiKeys, async ({ caller }) => {
        await useLog.flush();
        const keys = await listKeysOf(db.kysely, caller.subjectId);
        const ids = keys.map(({ id }) => id);
        const uses = await listUses(db.kysely, ids);
        return ok(keys.map((key) => toWireKey(key, uses.get(key.id) ?? [])));
      }),
      bind(
        contract.createApiKey,
        async ({ caller, ip, body }) => await createKey(deps, { caller, ip, body }),
      ),
      bind(contract.revokeApiKey, async ({ caller: { subjectId: customerId }, body }) => {
        const actor = `customer:${customerId}`;
        const isRevoked = await db.kysely
          .transaction()
          .execute(async (tx) => await revoke(deps, tx, { customerId, id: body.id, actor }));
        return isRevoked ? ok({}) : refused({ code: 'not-found' });
      }),
    ],
    authenticate: async (use) => await authenticate({ db, clock, useLog }, use),
    listEnded: async (keyIds) => {
      if (keyIds.length === 0) return [];
      const working = new Set(await listWorking(db.kysely, { keyIds, nowMs: clock.nowMs() }));
      return keyIds.filter((id) => !working.has(id));
    },
    forget: deleteKeysOf,
    start: () => useLog.start(),
    close: async () => await useLog.close(),
  };
}

/** Revokes a key; false when the customer has no such key. */
async function revoke(
  { clock }: Pick<CreateKeyDeps, 'clock'>,
  tx: Kysely<object>,
  {
    customerId,
    id,
    actor,
  }: { readonly customerId: number; readonly id: number; readonly actor: string },
): Promise<boolean> {
  const revoked = await deleteKey(tx, { customerId, id });
  if (revoked === undefined) return false;
  const subject = `customer:${customerId}`;
  const before = { id: revoked.id, start: revoked.start };
  await recordAudit(tx, clock.nowMs(), { actor, action: 'key.revoke', subject, before });
  return true;
}
