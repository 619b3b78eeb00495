// Mails about new work: to members who chose them and whose roles decide about it, and to the operator.
import { MINUTE_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { image } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';
import { readMail, startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { signInStaff, type SignedIn } from '../support/staff.ts';
import { dataOf, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

const BASE = '/api/backoffice';
const OPERATOR = 'desk@broker.example';
const QUIET_MS = 10 * MINUTE_MS;
const LOOKED_EVERY_MS = MINUTE_MS / 2;

/** The id of a withdrawal. */
function idOf(name: string): string {
  return `W${name.padStart(18, '0')}`;
}

function toMail(received: string): Mail {
  const text = Buffer.from(readMail(received), 'latin1').toString();
  const headerOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1]?.trim();
  return { to: headerOf('To') ?? '', subject: headerOf('Subject') ?? '', text };
}

describeOnDatabase('mails about new work', (database) => {
  let post: TestMailServer;
  let server: TestServer;
  let finance: SignedIn;
  let other: SignedIn;
  let content: SignedIn;

  beforeAll(async () => {
    post = await startMailServer();
    const environment = { SMTP_URL: post.url, OPERATOR_EMAIL: OPERATOR };
    server = await startServer({ database, environment, jobPollMs: 100 });
    finance = await signInStaff(server, 'finance@staff.example', 'finance');
    other = await signInStaff(server, 'other@staff.example', 'finance', 'compliance');
    content = await signInStaff(server, 'content@staff.example', 'content');
  });
  afterAll(async () => {
    await server.stop();
    await post.close();
  });

  const choose = async (by: SignedIn, queues: readonly string[], language = 'en') => {
    const headers = { 'accept-language': language };
    const call = { token: by.token, headers };
    const { envelope } = await server.post(`${BASE}/work-mails/save`, { queues }, call);
    return envelope.status === 'error' ? envelope.code : 'saved';
  };
  const lastLook = async (): Promise<number> => {
    const text = `select max(id) as id from jobs where kind = 'work.mail' and done_at is not null`;
    return Number((await server.query(text))[0]?.['id'] ?? 0);
  };
  /** The mails of the next look at the queues. Time passes for mails only: sessions would end. */
  const look = async (sinceLastMailMs = 0): Promise<readonly Mail[]> => {
    const before = post.mails.length;
    await server.query('update work_mails set mailed_at = mailed_at - $1::interval', [
      `${sinceLastMailMs} milliseconds`,
    ]);
    const last = await lastLook();
    server.advance(LOOKED_EVERY_MS);
    await eventually(async () => expect(await lastLook()).toBeGreaterThan(last));
    const unsent = `select id from outbox where key like '%:work:%' and done_at is null`;
    await eventually(async () => expect(await server.query(unsent)).toEqual([]));
    const received = post.mails.slice(before).map(toMail);
    return received
      .filter(({ subject }) => / task|Aufgabe/.test(subject))
      .toSorted((one, other) => one.to.localeCompare(other.to));
  };
  const request = async (name: string, customerId: number, euros = 100): Promise<void> => {
    await server.query(
      `insert into transactions (id, customer_id, type_id, status, amount_cents,
         requested_cents, created_at, updated_at)
       values ($1, $2, 6, 'pending', $3, $3, now(), now())`,
      [idOf(name), customerId, euros * -100],
    );
  };
  const take = async (by: SignedIn, id: string): Promise<string> => {
    const path = `${BASE}/work-assignments/assign`;
    const record = { resource: 'withdrawals', record_id: id };
    const sent = { ...record, staff_id: by.id, seen_staff_id: null };
    const { envelope } = await server.post(path, sent, by);
    return envelope.status === 'error' ? envelope.code : 'done';
  };
  const upload = async (token: string): Promise<void> => {
    const form = new FormData();
    form.append('files', image('secret-name.jpg'));
    form.append('type', 'address');
    const headers = { authorization: `Bearer ${token}` };
    const init = { method: 'POST', headers, body: form };
    expect((await fetch(`${server.url}/api/accounts/upload`, init)).status).toBe(200);
  };

  it('go to the members who chose them, once, and to the operator while nobody did', async () => {
    const { access_token: token, user } = await signUp(server, 'saver@example.com');
    const customerId = Number(user.id);
    // What waited before the first look is not new.
    await look();
    await request('EM01', customerId);
    const [first, ...none] = await look(QUIET_MS);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      to: OPERATOR,
      subject: '1 new task: Withdrawals to approve',
      text: expect.stringContaining('€100.00 · saver@example.com · '),
    });
    expect(first?.text).toContain(`/backoffice/withdrawals/${idOf('EM01')}/show`);
    expect(await choose(finance, ['withdrawals/to-approve'], 'de-DE,en')).toBe('saved');
    expect(await choose(other, ['documents/to-review'])).toBe('saved');
    expect(await look(QUIET_MS)).toEqual([]);

    await request('EM02', customerId, 6_000);
    await upload(token);
    const sent = await look();
    expect(sent).toMatchObject([
      { to: finance.email, subject: '1 neue Aufgabe: Auszahlungen zur Freigabe' },
      { to: other.email, subject: '1 new task: Documents to review' },
    ]);
    expect(sent[0]?.text).toContain('6.000,00\u00a0€ · saver@example.com');
    expect(sent[1]?.text).not.toMatch(/secret-name|EM02|saver@/);
    expect(await look(QUIET_MS)).toEqual([]);
  });

  it('come together at most every ten minutes, without what a colleague has taken', async () => {
    const { user } = await signUp(server, 'often@example.com');
    const customerId = Number(user.id);
    await request('EM03', customerId);
    expect(await look()).toMatchObject([{ to: finance.email }]);
    await request('EM04', customerId);
    await request('EM05', customerId);
    await request('EM06', customerId);
    await request('EM07', customerId);
    expect(await take(other, idOf('EM06'))).toBe('done');
    expect(await look()).toEqual([]);
    // What was decided meanwhile is no longer new.
    await server.query(`update transactions set status = 'cancelled' where id = $1`, [
      idOf('EM07'),
    ]);
    const [digest, ...none] = await look(QUIET_MS);
    expect(none).toEqual([]);
    expect(digest?.subject).toBe('2 neue Aufgaben: Auszahlungen zur Freigabe');
    expect(digest?.text).toContain(idOf('EM04'));
    expect(digest?.text).not.toMatch(/EM03|EM06|EM07/);
  });

  it('list twenty records and count the rest', async () => {
    const { user } = await signUp(server, 'many@example.com');
    for (let count = 0; count < 23; count += 1) {
      await request(`MA${String(count).padStart(2, '0')}`, Number(user.id));
    }
    const [digest] = await look(QUIET_MS);
    expect(digest?.subject).toBe('23 neue Aufgaben: Auszahlungen zur Freigabe');
    expect(digest?.text.match(/\/show/g)).toHaveLength(20);
    expect(digest?.text).toContain('3 weitere:');
  });

  it('list what follows many records that the member caused', async () => {
    const { user } = await signUp(server, 'own@example.com');
    const ask = async (target: string, by: SignedIn): Promise<void> => {
      await server.query(
        `insert into approvals (action, target, customer_id, amount_cents, content, status,
           first_by, first_at)
         values ('bonus', $1, $2, 100, '{}', 'waiting', $3, now())`,
        [idOf(target), user.id, `staff:${by.id}`],
      );
    };
    expect(await choose(finance, ['approvals/waiting'])).toBe('saved');
    for (let count = 0; count < 21; count += 1) await ask(`OW${count}`, finance);
    expect(await look()).toEqual([]);
    await ask('OTHERS', other);
    expect(await look(QUIET_MS)).toMatchObject([
      { to: finance.email, subject: '1 new task: Approvals waiting' },
    ]);
    expect(await choose(finance, ['withdrawals/to-approve'], 'de')).toBe('saved');
  });

  it('lose no record that is found while a mail is written', async () => {
    const { user } = await signUp(server, 'found@example.com');
    const customerId = Number(user.id);
    const db = await database.open();
    const waits = async (query: string): Promise<void> => {
      const text = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like $1`;
      await eventually(async () => expect(await db.query(text, [query])).not.toEqual([]));
    };
    const before = post.mails.length;
    await request('RC01', customerId);
    await server.query('update work_mails set mailed_at = null');
    await db.kysely.transaction().execute(async (table) => {
      await db.kysely.transaction().execute(async (row) => {
        await sql`select from work_mails where recipient = ${`staff:${finance.id}`} for update`.execute(
          row,
        );
        server.advance(LOOKED_EVERY_MS);
        await waits('%from "work_mails"%for update%');
        await sql`lock table transactions in access exclusive mode`.execute(table);
      });
      // The mail has listed what is new, and reads the records.
      await waits('%c.email%');
      await sql`insert into transactions (id, customer_id, type_id, status, amount_cents,
          requested_cents, created_at, updated_at)
        values (${idOf('RC02')}, ${customerId}, 6, 'pending', -100, -100, now(), now())`.execute(
        table,
      );
      await sql`insert into work_items (queue, record_id)
        values ('withdrawals/to-approve', ${idOf('RC02')})`.execute(db.kysely);
    });
    await db.close();
    await look(QUIET_MS);
    await look(QUIET_MS);
    const received = post.mails.slice(before).map((mail) => toMail(mail).text);
    for (const id of [idOf('RC01'), idOf('RC02')]) {
      expect(received.filter((text) => text.includes(`${id}/show`))).toHaveLength(1);
    }
  });

  it('go to no member whose roles do not work on the records or who is disabled', async () => {
    const { user } = await signUp(server, 'gone@example.com');
    expect(await choose(content, ['withdrawals/to-approve'])).toBe('forbidden');
    expect(await choose(finance, ['documents/to-review'])).toBe('forbidden');
    const admin = await signInStaff(server, 'admin@staff.example', 'admin');
    const page = async () =>
      dataOf((await server.get(`${BASE}/staff/${finance.id}`, admin)).envelope);
    expect(await page()).toMatchObject({ mailed_about: ['withdrawals/to-approve'] });
    expect(await choose(other, ['withdrawals/to-approve'])).toBe('saved');
    await server.query(`update staff set roles = '{support}' where id = $1`, [other.id]);
    await look(QUIET_MS);
    await request('EM08', Number(user.id));
    expect(await look(QUIET_MS)).toMatchObject([{ to: finance.email }]);
    await server.query('update staff set disabled_at = now() where id = $1', [finance.id]);
    await request('EM09', Number(user.id));
    expect(await look(QUIET_MS)).toMatchObject([{ to: OPERATOR }]);
  });
});
