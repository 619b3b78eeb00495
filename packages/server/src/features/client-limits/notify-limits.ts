// Notifies customers of changes to their client limits, because somebody else at their device could
// have made them.
import type { Kysely } from 'kysely';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Exclusion, OwnLimit } from './own-limit.ts';

export type NotifyDeps = { readonly notifications: Pick<Notifications, 'notify'> };

type Change = {
  readonly customerId: number;
  readonly before: OwnLimit;
  readonly after: OwnLimit;
  readonly atMs: number;
};

/**
 * Notifies a customer of a limit that applies, ends or waits; does nothing when nothing changed.
 */
export async function notifyLimit(
  { notifications }: NotifyDeps,
  tx: Kysely<object>,
  { customerId, before, after, atMs }: Change,
): Promise<void> {
  const { kind, period, amountCents, next } = after;
  const limit = `${kind}-limit` as const;
  const key = `own-limit:${kind}:${period}:${atMs}`;
  if (next !== null && next !== before.next) {
    const facts = { limit, period, fromMs: next.atMs };
    await notifications.notify(tx, { customerId, kind: 'own-limit-waits', facts, key });
    return;
  }
  if (amountCents === before.amountCents) return;
  if (amountCents === null) {
    const facts = { limit, period, atMs };
    await notifications.notify(tx, { customerId, kind: 'own-limit-removed', facts, key });
    return;
  }
  const facts = { limit, period, amountCents, atMs };
  await notifications.notify(tx, { customerId, kind: 'own-limit-set', facts, key });
}

/** Notifies a customer of a time-out or a self-exclusion that begins. */
export async function notifyExclusion(
  { notifications }: NotifyDeps,
  tx: Kysely<object>,
  { customerId, exclusion }: { readonly customerId: number; readonly exclusion: Exclusion },
): Promise<void> {
  const { kind, begunAtMs, endsAtMs } = exclusion;
  const key = `exclusion:${begunAtMs}`;
  if (endsAtMs === null) {
    const facts = { atMs: begunAtMs };
    await notifications.notify(tx, { customerId, kind: 'excluded-for-ever', facts, key });
    return;
  }
  const facts = { limit: kind, untilMs: endsAtMs };
  await notifications.notify(tx, { customerId, kind: 'exclusion-begun', facts, key });
}
