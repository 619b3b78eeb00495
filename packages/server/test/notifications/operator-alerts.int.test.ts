import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { migrate } from '#platform/db/db.ts';
import { openFiles } from '#platform/files/files.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createMailer } from '#platform/mail/mail.ts';
import { notifyOfEnd } from '#notify-of-end.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog } from '../support/http-server.ts';
import { readOutbox } from '../support/outbox.ts';
import { startServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const DESK = 'desk@trade.example';

describeOnDatabase('the operator', (database) => {
  it('is mailed when a job fails permanently, once an hour per kind', async () => {
    const db = await database.open();
    await migrate(db);
    for (const key of ['broken-1', 'broken-2']) {
      await db.query(
        `insert into jobs (kind, key, payload, created_at, due_at, attempts)
         values ('notices.purge', $1, '{}', now(), now(), 1000)`,
        [key],
      );
    }
    await db.close();
    const server = await startServer({ database, environment: { OPERATOR_EMAIL: DESK } });
    const mails = async () => await readOutbox(server.dataDir);
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const [mail = ''] = await mails();
    expect(mail).toContain(`To: ${DESK}`);
    expect(mail).toContain('Subject: Work was given up: notices.purge');
    expect(mail).toContain('The worker died in the last attempt');
    await server.stop();
  });

  it('is mailed after a restart that the engine had stopped', async () => {
    const db = await database.open();
    await migrate(db);
    const files = await openFiles(await mkdtemp(join(tmpdir(), 'halyard-test-')));
    const lines: string[] = [];
    const log = createTestLog(lines);
    const clock = { nowMs: () => Date.UTC(2026, 0, 1) };
    const startJobs = () => {
      const jobs = createJobs({ db, clock, log, pollMs: 20 });
      const mailer = createMailer({ jobs, clock, files, from: 'a@b.example', smtpUrl: undefined });
      return { jobs, mailer };
    };
    const before = startJobs();
    const deps = { db, clock, log, mailer: before.mailer, operatorEmail: DESK };
    await notifyOfEnd({ ...deps, operatorEmail: undefined }, new Error('nobody'));
    await notifyOfEnd(deps, new Error('money is there'));
    await notifyOfEnd(deps, new Error('again'));
    before.mailer.close();
    const after = startJobs();
    after.jobs.start();
    await eventually(async () => expect(await readOutbox(files.root)).toHaveLength(1));
    const [mail = ''] = await readOutbox(files.root);
    expect(mail).toContain('Subject: The engine stopped for good');
    expect(mail).toContain('money is there');
    await after.jobs.stop();
    after.mailer.close();
    await db.close();
    // Without a database the end is the end.
    await notifyOfEnd(deps, new Error('late'));
    expect(lines.join()).toContain('the operator could not be told of the end');
    await rm(files.root, { recursive: true });
  });
});
