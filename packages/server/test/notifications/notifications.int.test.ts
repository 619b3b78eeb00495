import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NotificationPreferences, NotificationPage } from '@halyard/contract/notifications';
import type { NotificationPush } from '@halyard/contract/live';
import type { Envelope } from '@halyard/contract/wire';
import { cents } from '@halyard/core/money';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { updateLanguage } from '#features/customers/customer-store.ts';
import {
  createNotifications,
  type NewNotification,
  type Notifications,
} from '#features/notifications/notifications.ts';
import { migrate, type Database } from '#platform/db/db.ts';
import { openFiles, type Files } from '#platform/files/files.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import { createMailer, type Mailer } from '#platform/mail/mail.ts';
import { eventually } from '../support/eventually.ts';
import { createTestLog, startTestHttp, type TestHttp } from '../support/http-server.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { dataOf } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LIST = '/api/accounts/notifications';
const SECRET = '/password/reset/s3cr3t-c0de';

describeOnDatabase('notifications', (database) => {
  let db: Database;
  let files: Files;
  let mailServer: TestMailServer;
  let jobs: Jobs;
  let mailer: Mailer;
  let notifications: Notifications;
  let http: TestHttp;
  let ada = 0;
  let ben = 0;
  const pushes: (readonly [number, NotificationPush])[] = [];

  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    mailServer = await startMailServer();
    files = await openFiles(await mkdtemp(join(tmpdir(), 'halyard-notifications-')));
    const clock = { nowMs: () => Date.now() };
    jobs = createJobs({ db, clock, log: createTestLog([]), pollMs: 20 });
    mailer = createMailer({
      jobs,
      clock,
      files,
      from: 'House <a@b.example>',
      smtpUrl: mailServer.url,
    });
    notifications = createNotifications({
      db,
      clock,
      jobs,
      mailer,
      settings: {
        operatorName: 'House',
        operatorEmail: undefined,
      },
      findSiteUrl: () => 'https://trade.example',
      riskWarning: (language) => `risk ${language}`,
      setLanguage: updateLanguage,
    });
    notifications.onNotified((customerId, push) => pushes.push([customerId, push]));
    http = await startTestHttp({ routes: notifications.routes });
    jobs.start();
  });
  afterAll(async () => {
    await http.http.close();
    await jobs.stop();
    mailer.close();
    await mailServer.close();
    await db.close();
    await rm(files.root, { recursive: true });
  });
  beforeEach(async () => {
    ada = await addCustomer(db, 'en');
    ben = await addCustomer(db, 'de');
    pushes.length = 0;
  });

  async function call<Data>(customerId: number, path: string, body: object): Promise<Reply<Data>> {
    const response = await fetch(`${http.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer customer-${customerId}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, envelope: (await response.json()) as Envelope<Data> };
  }

  async function list(customerId: number, body: object = {}): Promise<NotificationPage> {
    return dataOf((await call<NotificationPage>(customerId, LIST, body)).envelope);
  }

  async function sendNotification(notification: NewNotification): Promise<void> {
    await db.kysely
      .transaction()
      .execute(async (tx) => await notifications.notify(tx, notification));
  }

  function mailsTo(customerId: number): readonly string[] {
    return mailServer.mails.filter((mail) => mail.includes(`To: c${customerId}@example.com`));
  }

  it('are a row of the list, a push and a mail, once per key', async () => {
    for (let time = 0; time < 3; time += 1) await sendNotification(depositOf(ada, 'deposit:1'));
    await Promise.all(
      [1, 2, 3, 4].map(async () => await sendNotification(depositOf(ada, 'deposit:2'))),
    );
    const { notifications, unread } = await list(ada);
    expect(unread).toBe(2);
    expect(notifications).toHaveLength(2);
    expect(notifications[1]).toEqual({
      id: expect.any(Number),
      kind: 'deposit-approved',
      group: 'money',
      title: 'Deposit D1 credited',
      text: 'Your deposit D1 of € 250.00 was credited to your account.',
      page: '/transactions/deposits',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      read: false,
    });
    await eventually(() => expect(mailsTo(ada)).toHaveLength(2));
    await eventually(() => expect(pushes.filter(([to]) => to === ada)).toHaveLength(2));
    expect(pushes).toContainEqual([
      ada,
      { id: notifications[0]?.id, kind: 'deposit-approved', group: 'money', unread: 2 },
    ]);
    expect(await list(ben)).toEqual({ notifications: [], unread: 0 });
  });

  it('are written in the transaction of their event, or not at all', async () => {
    const undone = db.kysely.transaction().execute(async (tx) => {
      await notifications.notify(tx, depositOf(ada, 'deposit:1'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await sendNotification(depositOf(ada, 'deposit:2'));
    expect((await list(ada)).notifications).toHaveLength(1);
    await eventually(() => expect(mailsTo(ada)).toHaveLength(1));
  });

  it('come in the language of the customer, as text and as HTML', async () => {
    await sendNotification(depositOf(ben, 'deposit:1'));
    expect((await list(ben)).notifications[0]?.title).toBe('Einzahlung D1 gutgeschrieben');
    expect((await list(ben, { language: 'it' })).notifications[0]?.title).toBe(
      'Deposito D1 accreditato',
    );
    await eventually(() => expect(mailsTo(ben)).toHaveLength(1));
    const [mail = ''] = mailsTo(ben);
    expect(mail).toContain('Subject: Einzahlung D1 gutgeschrieben');
    expect(mail).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail).toContain('Content-Type: text/html; charset=utf-8');
    expect(mail).toContain('Auto-Submitted: auto-generated');
    expect(mail).toContain('risk de');
  });

  it('contain a secret link only in the mail', async () => {
    await sendNotification({
      customerId: ada,
      kind: 'reset-link',
      facts: { untilMs: Date.UTC(2026, 0, 2) },
      key: 'reset:1',
      link: SECRET,
    });
    await eventually(() => expect(mailsTo(ada)).toHaveLength(1));
    expect(mailsTo(ada)[0]).toContain(`https://trade.example${SECRET}`);
    expect(JSON.stringify(await list(ada))).not.toContain('s3cr3t');
    expect(JSON.stringify(await db.query('select * from notifications', []))).not.toContain(
      's3cr3t',
    );
  });

  it('are still mailed if the customer can’t turn the kind off', async () => {
    const path = '/api/accounts/notifications/updatePreferences';
    const set = await call<NotificationPreferences>(ada, path, {
      language: 'es',
      mail: { documents: false, trading: false },
    });
    const { language, groups } = dataOf(set.envelope);
    expect(language).toBe('es');
    const off = groups.filter(({ mail }) => !mail).map(({ group }) => group);
    expect(off).toEqual(['trading', 'documents']);
    expect(groups.filter(({ required }) => required).map(({ group }) => group)).toEqual([
      'risk',
      'money',
      'security',
      'account',
    ]);
    for (const group of ['risk', 'money', 'security', 'account', 'all']) {
      const refused = await call(ada, path, { mail: { [group]: false } });
      expect(refused).toMatchObject({ status: 422, envelope: { code: 'invalid' } });
    }
    await sendNotification({
      customerId: ada,
      kind: 'document-approved',
      facts: { document: 'passport' },
      key: 'document:1',
    });
    await sendNotification(depositOf(ada, 'deposit:1'));
    await eventually(() => expect(mailsTo(ada)).toHaveLength(1));
    expect((await list(ada)).notifications.map(({ kind }) => kind)).toEqual([
      'deposit-approved',
      'document-approved',
    ]);
    await call(ada, path, { mail: { documents: true } });
    await sendNotification({
      customerId: ada,
      kind: 'document-approved',
      facts: { document: 'address' },
      key: 'document:2',
    });
    await eventually(() => expect(mailsTo(ada)).toHaveLength(2));
    expect(mailsTo(ada)[1]).toContain('Documento aprobado: justificante de domicilio');
  });

  it('are marked as read one by one or up to one, only by their customer, and paged', async () => {
    for (const number of [1, 2, 3, 4, 5])
      await sendNotification(depositOf(ada, `deposit:${number}`));
    const first = await list(ada, { limit: 2 });
    const ids = first.notifications.map(({ id }) => id);
    const second = await list(ada, { limit: 2, before: ids[1] });
    expect(second.notifications.map(({ title }) => title)).toEqual([
      'Deposit D3 credited',
      'Deposit D2 credited',
    ]);
    const read = async (customerId: number, body: object) =>
      await call<{ unread: number }>(customerId, `${LIST}/read`, body);
    expect(await read(ben, { id: ids[0] })).toMatchObject({
      status: 404,
      envelope: { code: 'not-found' },
    });
    expect(await read(ben, { id: ids[0], earlier: true })).toMatchObject({ status: 404 });
    expect((await list(ada)).unread).toBe(5);
    expect(dataOf((await read(ada, { id: ids[0] })).envelope)).toEqual({ unread: 4 });
    const third = second.notifications[0]?.id;
    expect(dataOf((await read(ada, { id: third, earlier: true })).envelope)).toEqual({ unread: 1 });
    expect((await list(ada)).notifications.map((one) => one.read)).toEqual([
      true,
      false,
      true,
      true,
      true,
    ]);
  });

  it('are rejected as a bug if a fact is invalid, and nothing is written', async () => {
    const broken = { ...depositOf(ada, 'deposit:1'), facts: { transactionId: 'D1' } };
    await expect(sendNotification(broken as never)).rejects.toThrow('amountCents');
    const unlinked = {
      customerId: ada,
      kind: 'reset-link',
      facts: { untilMs: 0 },
      key: 'reset:2',
      link: '//evil.example/',
    } as const;
    await expect(sendNotification({ ...unlinked, link: '/a\r\nb' })).rejects.toThrow('link');
    await expect(sendNotification({ ...unlinked, link: undefined } as never)).rejects.toThrow(
      'link',
    );
    await expect(sendNotification(depositOf(ada, 'deposit:1 2'))).rejects.toThrow('key');
    expect((await list(ada)).notifications).toEqual([]);
  });
});

type Reply<Data> = { readonly status: number; readonly envelope: Envelope<Data> };

function depositOf(customerId: number, key: `deposit:${string}`): NewNotification {
  const transactionId = `D${key.slice('deposit:'.length)}`;
  const facts = { transactionId, amountCents: cents(25_000) };
  return { customerId, kind: 'deposit-approved', facts, key };
}

let customers = 0;

async function addCustomer(db: Database, language: string): Promise<number> {
  customers += 1;
  const { rows } = await sql<{ id: number }>`
    insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
      terms_version, terms_accepted_at, created_at, language)
    values (${`new${customers}@example.com`}, '', 'Ada', 'Test', '', ${`uniqid-${customers}`},
      '1', now(), now(), ${language}) returning id`.execute(db.kysely);
  const id = rows[0]?.id ?? 0;
  await sql`update customers set email = ${`c${id}@example.com`} where id = ${id}`.execute(
    db.kysely,
  );
  return id;
}
