// Records the uses of keys from outside their networks: somebody else has the key, or its owner has
// moved a program. A flood causes one write a minute per key, and no call waits for it.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { Notifications } from '#features/notifications/notifications.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Log } from '#platform/log/log.ts';
import { writeRejectedUses } from './api-key-store.ts';
import { createFlusher } from './flusher.ts';
import type { Flusher } from './flusher.ts';
import { toShownNetwork } from './networks.ts';

const LOOKED_EVERY_MS = SECOND_MS;
const WRITTEN_EVERY_MS = MINUTE_MS;
/** Only stored keys are recorded, so an attacker with invented keys doesn't reach this limit. */
const KEYS_MAX = 10_000;

export type RejectedUseLog = Flusher & {
  note(uses: { readonly keyId: number; readonly ip: string; readonly atMs: number }): void;
};

export type RejectedUseDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly notifications: Pick<Notifications, 'notify'>;
  readonly log: Pick<Log, 'warn' | 'error'>;
};

type RejectedUses = {
  readonly keyId: number;
  readonly network: string;
  readonly atMs: number;
  readonly rejections: number;
};

export function createRejectedUseLog(deps: RejectedUseDeps): RejectedUseLog {
  const { clock, log } = deps;
  const waiting = new Map<number, RejectedUses>();
  const writtenAtMs = new Map<number, number>();
  const takeDue = (): readonly RejectedUses[] => {
    const nowMs = clock.nowMs();
    for (const [keyId, atMs] of writtenAtMs) {
      if (nowMs - atMs >= WRITTEN_EVERY_MS) writtenAtMs.delete(keyId);
    }
    return [...waiting.values()].filter(({ keyId }) => !writtenAtMs.has(keyId));
  };
  const write = async (): Promise<void> => {
    const due = takeDue();
    if (due.length === 0) return;
    await record(deps, due);
    for (const uses of due) {
      writtenAtMs.set(uses.keyId, clock.nowMs());
      // A use that was recorded during the write waits for the next one.
      if (waiting.get(uses.keyId) === uses) waiting.delete(uses.keyId);
    }
  };
  const name = 'the record of rejected uses of API keys';
  const flusher = createFlusher({ name, intervalMs: LOOKED_EVERY_MS, log, write });
  return {
    ...flusher,
    note: ({ keyId, ip, atMs }) => {
      const known = waiting.get(keyId);
      if (known === undefined && waiting.size >= KEYS_MAX) return;
      const rejections = (known?.rejections ?? 0) + 1;
      waiting.set(keyId, { keyId, network: toShownNetwork(ip), atMs, rejections });
    },
  };
}

/**
 * Writes the rejected uses beside their keys, and notifies each owner at most once a UTC day per
 * key.
 */
async function record(
  { db, notifications, log }: RejectedUseDeps,
  rejected: readonly RejectedUses[],
): Promise<void> {
  const byKey = new Map(rejected.map((uses) => [uses.keyId, uses]));
  const keys = await db.kysely.transaction().execute(async (tx) => {
    const written = await writeRejectedUses(tx, rejected);
    for (const { id, customerId, name, start } of written) {
      const uses = byKey.get(id);
      if (uses === undefined) continue;
      const { network, atMs } = uses;
      const day = isoDay(atMs);
      await notifications.notify(tx, {
        customerId,
        kind: 'api-key-refused',
        facts: { name, start, network, atMs },
        key: `api-key:${id}:refused:${day}`,
      });
    }
    return written;
  });
  for (const { id: keyId, customerId } of keys) {
    const { network, rejections } = byKey.get(keyId) ?? {};
    log.warn(
      { keyId, customerId, network, rejections },
      'an API key was used from outside its networks',
    );
  }
}
