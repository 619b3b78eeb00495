// Mails the operator when deliveries to a webhook of the operator fail for good, at most once a day for
// each webhook. A task of its own reads them: the transactions of events can't mail, because all of
// them would wait for the one that writes the mail.
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { takeFailing } from './operator-store.ts';
import type { FailingEndpoint } from './operator-store.ts';

const CHECKED_EVERY_MS = MINUTE_MS;
const NOTIFIED_EVERY_MS = DAY_MS;

export type NotifyFailuresDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'repeat'>;
  readonly notifications: Pick<Notifications, 'notifyOperator'>;
};

export function repeatNotifyingFailures({
  db,
  clock,
  jobs,
  notifications,
}: NotifyFailuresDeps): void {
  jobs.repeat({
    kind: 'webhooks.notify-failures',
    everyMs: CHECKED_EVERY_MS,
    run: async () => {
      const nowMs = clock.nowMs();
      const moment = { now: new Date(nowMs), since: new Date(nowMs - NOTIFIED_EVERY_MS) };
      await db.kysely.transaction().execute(async (tx) => {
        for (const failing of await takeFailing(tx, moment)) {
          await notifications.notifyOperator(tx, toMessage(failing, nowMs));
        }
      });
    },
  });
}

function toMessage({ id, url, environment, last_error: error }: FailingEndpoint, nowMs: number) {
  // The path and the query of the address can contain a secret of the receiver.
  const receiver = new URL(url).origin;
  const text = [
    `Events of customers are not delivered to the webhook ${id} (${environment} accounts): ${receiver}.`,
    `The last error: ${error ?? 'none'}.`,
    'Once the receiver works again, open Webhook deliveries in the back office, filter by the status dead, and choose Send again. Deliveries are kept for 30 days.',
  ].join('\n\n');
  const subject = 'Deliveries to a webhook of the operator fail';
  return { key: `webhook-failing:${id}:${nowMs}`, subject, text };
}
