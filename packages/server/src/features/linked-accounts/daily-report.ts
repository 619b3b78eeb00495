// Mails the operator once a day which links and shortfalls wait for staff.
import { DAY_MS } from '@halyard/core/time';
import type { Notifications } from '#features/notifications/notifications.ts';
import { isoDay } from '#platform/clock/clock.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { countOpen, listOpen } from './link-store.ts';
import type { OpenLink } from './link-store.ts';
import { countShortfalls } from './shortfall-store.ts';

const LINKS_SHOWN_MAX = 20;

export type ReportDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
};

/** Sends the report once a day. Call it before the jobs start. */
export function repeatDailyReport(deps: ReportDeps): void {
  deps.jobs.repeat({
    kind: 'linked-accounts.report',
    everyMs: DAY_MS,
    run: async () => await report(deps),
  });
}

export async function report({
  db,
  clock,
  notifications,
}: Omit<ReportDeps, 'jobs'>): Promise<void> {
  const open = await countOpen(db.kysely);
  const shortfalls = await countShortfalls(db.kysely);
  if (open + shortfalls === 0) return;
  const links = await listOpen(db.kysely, LINKS_SHOWN_MAX);
  const day = isoDay(clock.nowMs());
  const more = open - links.length;
  await notifications.notifyOperator(db.kysely, {
    key: `linked-accounts:${day}`,
    subject: `Waiting for a decision: links between accounts ${open}, shortfalls ${shortfalls}`,
    text: [
      'Linked accounts may belong to one person. A score is a reason to look, no proof. Decide in ' +
        'the back office under Linked accounts, and about losses under Shortfalls.',
      [...links.map(describe), ...(more > 0 ? [`… and ${more} more`] : [])].join('\n'),
    ].join('\n\n'),
  });
}

function describe({ id, accountIds: [first, second], score, hedges }: OpenLink): string {
  const trades = hedges === 0 ? 'no opposite trades' : `opposite trades: ${hedges}`;
  return `Link ${id}: customers ${first} and ${second}, score ${score}, ${trades}`;
}
