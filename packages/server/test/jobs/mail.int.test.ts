import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { migrate, type Database } from '#platform/db/db.ts';
import { openFiles, type Files } from '#platform/files/files.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createMailer, type Mailer } from '#platform/mail/mail.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog } from '../support/http-server.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** Many polls: what has not happened by then does not happen. */
const QUIET_MS = 200;

describeOnDatabase('mail', (database) => {
  let db: Database;
  let files: Files;
  let server: TestMailServer;
  let jobs: Jobs;
  let mailer: Mailer | undefined;
  let nowMs = 0;
  const logLines: string[] = [];

  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    server = await startMailServer();
  });
  afterAll(async () => {
    await db.close();
    await server.close();
  });
  beforeEach(async () => {
    nowMs = Date.UTC(2026, 0, 1);
    files = await openFiles(await mkdtemp(join(tmpdir(), 'halyard-mail-')));
    jobs = createJobs({
      db,
      clock: { nowMs: () => nowMs },
      log: createTestLog(logLines),
      pollMs: 20,
    });
  });
  afterEach(async () => {
    await jobs.stop();
    mailer?.close();
    await rm(files.root, { recursive: true });
    await sql`truncate jobs, outbox`.execute(db.kysely);
  });

  function start(smtpUrl?: string): Mailer {
    mailer = createMailer({
      jobs,
      clock: { nowMs: () => nowMs },
      files,
      from: 'Halyard <no-reply@trade.example>',
      smtpUrl,
    });
    jobs.start();
    return mailer;
  }

  const emls = async () =>
    (await readdir(files.path('outbox'))).filter((name) => name.endsWith('.eml'));

  const mail = {
    to: 'demo@example.com',
    subject: 'Grüße',
    text: 'Hello,\n.\nthis is the text.',
    key: 'welcome:1',
  };

  it('is written to a file that only this user reads, without a mail server', async () => {
    await start().send(db.kysely, mail);
    // While it is being written the file has a temporary name.
    await eventually(async () =>
      expect(await readdir(files.path('outbox'))).toEqual([
        expect.stringMatching(/^[\da-f]{32}\.eml$/),
      ]),
    );
    const [name = ''] = await readdir(files.path('outbox'));
    const path = files.path('outbox', name);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('From: Halyard <no-reply@trade.example>\r\n');
    expect(text).toContain('To: demo@example.com\r\n');
    expect(text).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n');
    expect(text).toContain('this is the text.');
  });

  it('goes out only when the transaction that sent it was committed', async () => {
    const sender = start(server.url);
    const before = server.mails.length;
    const undone = db.kysely.transaction().execute(async (tx) => {
      await sender.send(tx, { ...mail, subject: 'rolled back' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await sender.send(db.kysely, { ...mail, subject: 'committed' });
    await eventually(() => expect(server.mails.length).toBe(before + 1));
    expect(server.mails.at(-1)).toContain('Subject: committed');
  });

  it('goes out once for one key', async () => {
    const sender = start(server.url);
    const before = server.mails.length;
    await sender.send(db.kysely, mail);
    await sender.send(db.kysely, mail);
    await sender.send(db.kysely, { ...mail, key: 'another' });
    await eventually(() => expect(server.mails.length).toBe(before + 2));
  });

  it('is retried with the same id after the mail server rejected it', async () => {
    const sender = start(server.url);
    server.refuse(true);
    await sender.send(db.kysely, { ...mail, key: 'refused-once' });
    await eventually(() =>
      expect(logLines.join()).toContain('work failed and will be tried again'),
    );
    const before = server.mails.length;
    server.refuse(false);
    nowMs += 1000;
    await eventually(() => expect(server.mails.length).toBe(before + 1));
    expect(server.mails.at(-1)).toMatch(/Message-ID: <[\da-f]{32}@halyard>/);
  });

  it('is rejected by the mail server without its address in log or table', async () => {
    logLines.length = 0;
    const sender = start(server.url);
    await sender.send(db.kysely, { ...mail, to: 'joe@unknown.example', key: 'nobody-there' });
    await eventually(async () => {
      const [row] = await db.query('select last_error from outbox', []);
      expect(row?.['last_error']).toBe(
        'The mail server did not take a mail (EENVELOPE, 550, RCPT TO).',
      );
    });
    expect(logLines.join()).toContain('work failed and will be tried again');
    expect(logLines.join()).not.toMatch(/joe|unknown\.example/);
  });

  it('says in the log why no mail server is reached', async () => {
    logLines.length = 0;
    await start('smtp://127.0.0.1:1').send(db.kysely, { ...mail, key: 'nobody-listens' });
    await eventually(() => expect(logLines.join()).toContain('ECONNREFUSED 127.0.0.1:1'));
  });

  it('is deleted with its files by address, in any state', async () => {
    const sender = start();
    await sender.send(db.kysely, mail);
    await sender.send(db.kysely, { ...mail, to: 'other@example.com', key: 'other' });
    await eventually(async () => expect(await emls()).toHaveLength(2));
    await jobs.stop();
    await sender.send(db.kysely, { ...mail, key: 'waiting' });
    await sender.send(db.kysely, { ...mail, key: 'dead' });
    await sql`update outbox set dead_at = now() where key = 'dead'`.execute(db.kysely);
    await sender.forget(db.kysely, mail.to);
    expect(await db.query('select stream from outbox', [])).toEqual([
      { stream: 'other@example.com' },
    ]);
    const [left = ''] = await emls();
    expect(await readFile(files.path('outbox', left), 'utf8')).toContain('To: other@example.com');
    expect(await emls()).toHaveLength(1);
  });

  it('is kept in a file for 30 days', async () => {
    nowMs = Date.now();
    await start().send(db.kysely, { ...mail, key: 'aging' });
    await eventually(async () => expect(await emls()).toHaveLength(1));
    nowMs += 30 * DAY_MS - HOUR_MS;
    await sleep(QUIET_MS);
    expect(await emls()).toHaveLength(1);
    // The turn after it comes, and the one that was planned before.
    nowMs += 2 * HOUR_MS;
    await eventually(async () => expect(await emls()).toEqual([]));
  });

  it.each([
    ['to', 'a@example.com\r\nBcc: everyone@example.com'],
    ['to', 'a@example.com, b@example.com'],
    ['to', 'a@example.com;b@example.com'],
    ['to', '<a@example.com>'],
    ['to', 'nobody'],
    ['subject', 'Hello\r\nBcc: everyone@example.com'],
    ['subject', 'Hello\nX: y'],
    ['subject', ''],
    ['subject', 'x'.repeat(500)],
  ])('refuses the %s %j before anything is written', async (field, value) => {
    const sending = start().send(db.kysely, { ...mail, [field]: value });
    await expect(sending).rejects.toThrow(field);
    expect(await db.query('select 1 from outbox', [])).toEqual([]);
  });
});
