import type { LinkStatus } from '@halyard/contract/backoffice/linked-accounts';
import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { lockLink, saveDecision } from './link-store.ts';

export type LinkChoice = {
  readonly id: number;
  readonly status: Exclude<LinkStatus, 'open'>;
  readonly actor: string;
  /** The reason of the decision, for the list and the audit log. */
  readonly note: string;
};

const ACTIONS = {
  reviewed: 'linked-accounts.review',
  dismissed: 'linked-accounts.dismiss',
  confirmed: 'linked-accounts.confirm',
} as const satisfies Record<LinkChoice['status'], string>;

/**
 * Stores a decision about a link. Returns whether anything changed; undefined for an unknown link.
 */
export async function decideLink(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { id, status, actor, note }: LinkChoice,
): Promise<boolean | undefined> {
  return await db.kysely.transaction().execute(async (tx) => {
    const link = await lockLink(tx, id);
    if (link === undefined) return undefined;
    if (link.status === status) return false;
    const atMs = clock.nowMs();
    await saveDecision(tx, { id, status, score: link.score, actor, note, atMs });
    const [first, second] = link.accountIds;
    for (const [customer, other] of [
      [first, second],
      [second, first],
    ]) {
      await recordAudit(tx, atMs, {
        actor,
        action: ACTIONS[status],
        subject: `customer:${customer}`,
        reason: note,
        before: { status: link.status },
        after: { status, link: id, linkedWith: other, score: link.score },
      });
    }
    return true;
  });
}
