import { randomBytes } from 'node:crypto';
import { API_KEY_PREFIXES, API_KEYS_MAX } from '@halyard/contract/api-keys';
import type { createApiKey as route } from '@halyard/contract/api-keys';
import type { BodyOf, ReplyOf } from '@halyard/contract/route';
import { DAY_MS } from '@halyard/core/time';
import type { Customers } from '#features/customers/customers.ts';
import { hashToken } from '#features/identity/identity.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { ok, refused } from '#platform/http/http.ts';
import type { Answer, Caller } from '#platform/http/http.ts';
import { holdKeys, insertKey, listKeysOf } from './api-key-store.ts';
import type { StoredKey } from './api-key-store.ts';
import { insertCreation } from './key-use-store.ts';
import { toWireKey } from './key-to-wire.ts';
import { findBadNetwork } from './networks.ts';

const KEY_BYTES = 32;
/** How many of the 43 random characters are shown: enough to recognise a key, not to guess it. */
const SHOWN_CHARACTERS = 4;

export type CreateKeyDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly customers: Pick<
    Customers,
    'checkCredentialChange' | 'holdCredentials' | 'onRecovered' | 'onTermsChanging'
  >;
  readonly notifications: Pick<Notifications, 'notify'>;
};

type Request = {
  readonly caller: Caller;
  readonly ip: string;
  readonly body: BodyOf<typeof route>;
};

/** Creates a key after re-authentication. Only this reply contains the key; its hash is stored. */
export async function createKey(
  deps: CreateKeyDeps,
  { caller, ip, body }: Request,
): Promise<Answer<ReplyOf<typeof route>>> {
  const rejection = await deps.customers.checkCredentialChange(caller, { ip, code: body.code });
  if (rejection !== undefined) return refused(rejection);
  const bad = findBadNetwork(body.networks);
  if (bad !== undefined) return invalid('networks', `${bad} is not an address or a CIDR range`);
  const nowMs = deps.clock.nowMs();
  const expiresAtMs = body.until === undefined ? null : Date.parse(body.until) + DAY_MS;
  if (expiresAtMs !== null && expiresAtMs <= nowMs) return invalid('until', 'must not be past');
  const environment = body.environment ?? 'live';
  const prefix = API_KEY_PREFIXES[environment];
  const key = `${prefix}${randomBytes(KEY_BYTES).toString('base64url')}`;
  const stored = await store(
    deps,
    { sessionId: caller.sessionId, ip },
    {
      customerId: caller.subjectId,
      environment,
      hash: hashToken(key),
      start: key.slice(0, prefix.length + SHOWN_CHARACTERS),
      name: body.name,
      scopes: body.scope === 'trade' ? ['read', 'trade'] : ['read'],
      networks: [...new Set(body.networks)],
      createdAtMs: nowMs,
      expiresAtMs,
    },
  );
  if (stored === 'session-ended') return refused({ code: stored });
  if (stored === undefined) {
    return refused({ code: 'too-many-api-keys', facts: { maximum: API_KEYS_MAX } });
  }
  return ok({ key, api_key: toWireKey(stored, []) });
}

/** Returns undefined if the customer already has API_KEYS_MAX keys; rejects an ended session. */
async function store(
  { db, customers, notifications }: CreateKeyDeps,
  { sessionId, ip }: { readonly sessionId: string; readonly ip: string },
  key: Parameters<typeof insertKey>[1],
): Promise<StoredKey | 'session-ended' | undefined> {
  return await db.kysely.transaction().execute(async (tx) => {
    const by = { customerId: key.customerId, sessionId };
    if (!(await customers.holdCredentials(tx, by))) return 'session-ended';
    await holdKeys(tx, key.customerId);
    const existing = await listKeysOf(tx, key.customerId);
    if (existing.length >= API_KEYS_MAX) return undefined;
    const stored = await insertKey(tx, key);
    const { id, environment, start, scopes, networks, expiresAtMs } = stored;
    await insertCreation(tx, { keyId: id, ip, atMs: key.createdAtMs });
    const subject = `customer:${key.customerId}`;
    const after = { id, environment, start, scopes, networks, expiresAtMs };
    await recordAudit(tx, key.createdAtMs, {
      actor: subject,
      action: 'key.create',
      subject,
      after,
    });
    await notifications.notify(tx, {
      customerId: key.customerId,
      kind: 'api-key-created',
      facts: {
        name: key.name,
        start,
        scope: scopes.includes('trade') ? 'api-trade' : 'api-read',
        atMs: key.createdAtMs,
      },
      key: `api-key:${id}:created`,
    });
    return stored;
  });
}

function invalid(field: string, text: string): Answer<never> {
  return refused({ code: 'invalid', errors: { [field]: text } });
}
