// Files and notifications for a test that puts features together itself; mails lie in the files' outbox.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateLanguage } from '#features/customers/customer-store.ts';
import { createNotifications, type Notifications } from '#features/notifications/notifications.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { openFiles, type Files } from '#platform/files/files.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createMailer } from '#platform/mail/mail.ts';

export type NotificationsFixture = {
  readonly files: Files;
  readonly notifications: Notifications;
  close(): Promise<void>;
};

export async function createNotificationsFixture(broker: {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
}): Promise<NotificationsFixture> {
  const files = await openFiles(await mkdtemp(join(tmpdir(), 'halyard-test-')));
  const from = 'no-reply@example.com';
  const mailer = createMailer({
    jobs: broker.jobs,
    clock: broker.clock,
    files,
    from,
    smtpUrl: undefined,
  });
  const notifications = createNotifications({
    ...broker,
    mailer,
    settings: {
      operatorName: 'Halyard',
      operatorEmail: undefined,
    },
    findSiteUrl: () => 'http://localhost',
    riskWarning: () => undefined,
    setLanguage: updateLanguage,
  });
  return {
    files,
    notifications,
    close: async () => {
      mailer.close();
      await rm(files.root, { recursive: true });
    },
  };
}
