// Keys of the public API: customers create and revoke them in the profile, programs authenticate with
// them. A key opens the account of its customer within its scopes, networks and expiry.
import * as contract from '@halyard/contract/api-keys';
import type { Kysely } from 'kysely';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Log } from '#platform/log/log.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import { deleteKey, deleteKeysOf, findKeys, listKeysOf, listWorking } from './api-key-store.ts';
import type { KeyToDelete, StoredKey } from './api-key-store.ts';
import { authenticate } from './authenticate.ts';
import type { Authenticated } from './authenticate.ts';
import { createKey } from './create-key.ts';
import type { CreateKeyDeps } from './create-key.ts';
import { listUses } from './key-use-store.ts';
import { toWireKey } from './key-to-wire.ts';
import { KeyCache } from './key-cache.ts';
import { KeyReader } from './key-reader.ts';
import { createRejectedUseLog } from './rejected-use-log.ts';
import { createUseLog } from './use-log.ts';

export type { StoredKey as OwnKey } from './api-key-store.ts';
export type { KeyHolder } from './authenticate.ts';

export type ApiKeys = {
  readonly routes: readonly RouteBinding[];
  /**
   * Finds the customer of a key that is used from an address. Rejects with `api-key-invalid`,
   * `network-refused` or `blocked`.
   */
  authenticate(use: {
    readonly key: string | undefined;
    readonly ip: string;
  }): Promise<Authenticated>;
  /** Returns the keys of an account, oldest first. Their last uses can be some seconds old. */
  list(account: KeyAccount): Promise<readonly StoredKey[]>;
  /**
   * Revokes a key at the request of a program that uses the key `by`, and notifies the customer.
   */
  revoke(
    key: KeyAccount & { readonly id: number; readonly by: number },
  ): Promise<Answer<undefined>>;
  /** Returns which of these keys were revoked or have expired, or belong to a blocked customer. */
  listEnded(keyIds: readonly number[]): Promise<readonly number[]>;
  /** Deletes the keys of a customer who closes the account. */
  forget(tx: Kysely<object>, customerId: number): Promise<void>;
  /** Starts to record the uses of keys. */
  start(): void;
  close(): Promise<void>;
};

type KeyAccount = Pick<StoredKey, 'customerId' | 'environment'>;

export type ApiKeysOptions = CreateKeyDeps & { readonly log: Pick<Log, 'warn' | 'error'> };

export function createApiKeys(deps: ApiKeysOptions): ApiKeys {
  const { db, clock, customers } = deps;
  const useLog = createUseLog(deps);
  const rejectedUseLog = createRejectedUseLog(deps);
  const cache = new KeyCache(clock);
  const reader = new KeyReader(async (hashes) => await findKeys(db.kysely, hashes));
  customers.onTermsChanging((customerId) => cache.hold(customerId));
  customers.onRecovered(async (tx, customerId) => {
    cache.hold(customerId);
    for (const { id } of await listKeysOf(tx, customerId)) {
      await revoke(deps, tx, { customerId, id, actor: 'system' });
    }
  });
  return {
    routes: [
      bind(contract.listApiKeys, async ({ caller }) => {
        await Promise.all([useLog.flush(), rejectedUseLog.flush()]);
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
        const revoked = await db.kysely.transaction().execute(async (tx) => {
          cache.hold(customerId);
          return await revoke(deps, tx, { customerId, id: body.id, actor });
        });
        return revoked !== undefined ? ok({}) : refused({ code: 'not-found' });
      }),
    ],
    authenticate: async (use) =>
      await authenticate({ clock, cache, reader, useLog, rejectedUseLog }, use),
    list: async ({ customerId, environment }) =>
      await listKeysOf(db.kysely, customerId, environment),
    revoke: async (key) => {
      const revoked = await db.kysely.transaction().execute(async (tx) => {
        cache.hold(key.customerId);
        return await revokeByProgram(deps, tx, key);
      });
      return revoked ? ok(undefined) : refused({ code: 'not-found' });
    },
    listEnded: async (keyIds) => {
      if (keyIds.length === 0) return [];
      const working = new Set(await listWorking(db.kysely, { keyIds, nowMs: clock.nowMs() }));
      return keyIds.filter((id) => !working.has(id));
    },
    forget: async (tx, customerId) => {
      cache.hold(customerId);
      await deleteKeysOf(tx, customerId);
    },
    start: () => {
      useLog.start();
      rejectedUseLog.start();
    },
    close: async () => {
      await Promise.all([useLog.close(), rejectedUseLog.close()]);
    },
  };
}

/** Revokes a key and returns it; undefined when the customer has no such key. */
async function revoke(
  { clock }: Pick<CreateKeyDeps, 'clock'>,
  tx: Kysely<object>,
  { actor, by, ...key }: KeyToDelete & { readonly actor: string; readonly by?: number },
): Promise<StoredKey | undefined> {
  const revoked = await deleteKey(tx, key);
  if (revoked === undefined) return undefined;
  const subject = `customer:${key.customerId}`;
  const before = { id: revoked.id, start: revoked.start };
  const after = by === undefined ? {} : { after: { byKey: by } };
  await recordAudit(tx, clock.nowMs(), { actor, action: 'key.revoke', subject, before, ...after });
  return revoked;
}

/**
 * The customer is notified, because a thief with one key could stop the programs that use the
 * others.
 */
async function revokeByProgram(
  deps: Pick<CreateKeyDeps, 'clock' | 'notifications'>,
  tx: Kysely<object>,
  key: KeyToDelete & { readonly by: number },
): Promise<boolean> {
  const { customerId } = key;
  const revoked = await revoke(deps, tx, { ...key, actor: `customer:${customerId}` });
  if (revoked === undefined) return false;
  const { id, name, start } = revoked;
  await deps.notifications.notify(tx, {
    customerId,
    kind: 'api-key-revoked',
    facts: { name, start, atMs: deps.clock.nowMs() },
    key: `api-key:${id}:revoked`,
  });
  return true;
}
