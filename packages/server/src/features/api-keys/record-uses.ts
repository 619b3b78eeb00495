// Writes the uses of keys, and notifies customers of a use from a network that is new to the key,
// because a leaked key is used from elsewhere.
import { DAY_MS } from '@halyard/core/time';
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Database } from '#platform/db/db.ts';
import { networkOf, siteOf } from '#platform/http/http.ts';
import { listKeys } from './api-key-store.ts';
import { listAddresses, writeUses } from './key-use-store.ts';
import type { KeyUse, KnownAddress } from './key-use-store.ts';

/** The maximum number of notifications of new networks per key and day. */
const NOTIFIED_PER_DAY_MAX = 5;

export type RecordDeps = {
  readonly db: Database;
  readonly notifications: Pick<Notifications, 'notify'>;
};

/** Throws an Outage when the database is unavailable; nothing is written then. */
export async function recordUses(
  { db, notifications }: RecordDeps,
  uses: readonly KeyUse[],
): Promise<void> {
  const keyIds = [...new Set(uses.map(({ keyId }) => keyId))];
  await db.kysely.transaction().execute(async (tx) => {
    const news = findNewNetworks(await listAddresses(tx, keyIds), uses);
    await writeUses(tx, uses);
    await notifyOf({ tx, notifications }, news);
  });
}

type Noticing = { readonly tx: Kysely<object> } & Pick<RecordDeps, 'notifications'>;

async function notifyOf({ tx, notifications }: Noticing, news: readonly KeyUse[]): Promise<void> {
  if (news.length === 0) return;
  const ids = news.map(({ keyId }) => keyId);
  const keys = new Map((await listKeys(tx, ids)).map((key) => [key.id, key]));
  for (const { keyId, ip, atMs } of news) {
    const key = keys.get(keyId);
    if (key === undefined) continue;
    const { customerId, name, start } = key;
    await notifications.notify(tx, {
      customerId,
      kind: 'api-key-new-network',
      facts: { name, start, address: ip, atMs },
      key: `api-key:${keyId}:network:${toNetwork(ip)}`,
    });
  }
}

/** Returns the uses to notify of: the first one of each network that is new to its key. */
export function findNewNetworks(
  known: readonly KnownAddress[],
  uses: readonly KeyUse[],
): readonly KeyUse[] {
  const sinceMs = new Map<string, number>();
  const add = (keyId: number, ip: string, atMs: number): boolean => {
    const name = `${keyId} ${toNetwork(ip)}`;
    const earlier = sinceMs.get(name);
    sinceMs.set(name, Math.min(earlier ?? atMs, atMs));
    return earlier === undefined;
  };
  for (const { keyId, ip, firstUsedAtMs } of known) add(keyId, ip, firstUsedAtMs);
  return uses.filter(({ keyId, ip, atMs }) => {
    if (!add(keyId, ip, atMs)) return false;
    const ofToday = [...sinceMs].filter(
      ([name, since]) => name.startsWith(`${keyId} `) && since > atMs - DAY_MS,
    );
    return ofToday.length <= NOTIFIED_PER_DAY_MAX;
  });
}

/**
 * A /24, or a /48 of IPv6: the address of one internet connection usually changes only within it.
 */
function toNetwork(ip: string): string {
  return siteOf(networkOf(ip));
}
