// When documents expire: who is notified, what staff see, and what the customer can send.
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import type { DocumentRow } from '@halyard/contract/backoffice/documents';
import { DAY_MS, HOUR_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { eventually } from '../support/eventually.ts';
import { codeOfRejection } from '../support/sign-on.ts';
import { signInStaff } from '../support/staff.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { image } from './sample-files.ts';

const DOCUMENTS = '/api/backoffice/documents';

describeOnDatabase('the expiry of a document', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, environment: { EXPIRED_DOCUMENTS: 'close-only' } });
  });
  afterAll(() => server.stop());

  const dayIn = (days: number): string =>
    new Date(Date.now() + server.offsetMs() + days * DAY_MS).toISOString().slice(0, 10);
  const addDocument = async (
    { user }: Session,
    kind: 'passport' | 'address',
    days: number,
  ): Promise<number> => {
    const [row] = await server.query(
      `insert into documents (customer_id, kind, status, format, bytes, file_id, key_name,
         uploaded_at, judged_at, judged_by, expires_on)
       values ($1, $2, 'approved', 'jpeg', 9, gen_random_uuid(), 'test', now(), now(), 'staff:1',
         $3::date) returning id`,
      [user.id, kind, dayIn(days)],
    );
    return Number(row?.['id']);
  };
  const kindsOf = async ({ user }: Session): Promise<readonly unknown[]> => {
    const rows = await server.query(
      `select kind from notifications where customer_id = $1 and kind like 'document-%' order by id`,
      [user.id],
    );
    return rows.map(({ kind }) => kind);
  };
  const officer = async (): Promise<string> =>
    (await signInStaff(server, `${crypto.randomUUID()}@staff.example`, 'compliance')).token;
  const waiting = async (token: string): Promise<readonly z.infer<typeof DocumentRow>[]> => {
    const path = `${DOCUMENTS}?expiry=open`;
    const reply = await server.get<{ rows: z.infer<typeof DocumentRow>[] }>(path, { token });
    return dataOf(reply.envelope).rows;
  };
  const act = async (token: string, id: number, action: string, body: object = {}) =>
    codeOfRejection(
      await server.post(`${DOCUMENTS}/${id}/${action}`, { reason: 'a test', ...body }, { token }),
    );
  const statusOf = async ({ user }: Session): Promise<unknown> =>
    (await server.query('select status from trading_accounts where id = $1', [user.id]))[0]?.[
      'status'
    ];

  it('is reported once when it is near and once when it has passed', async () => {
    const [one, other, blocked, later] = [
      await signUp(server, 'one@example.com'),
      await signUp(server, 'other@example.com'),
      await signUp(server, 'blocked@example.com'),
      await signUp(server, 'later@example.com'),
    ];
    await server.operator('customer', 'block', 'blocked@example.com');
    const passport = await addDocument(one, 'passport', 30);
    const address = await addDocument(other, 'address', 20);
    await addDocument(blocked, 'passport', 20);
    await addDocument(later, 'passport', 200);
    server.advance(HOUR_MS);
    await eventually(async () => {
      expect(await kindsOf(one)).toEqual(['document-expiring']);
      expect(await kindsOf(other)).toEqual(['document-expiring']);
    });
    let token = await officer();
    const found = await waiting(token);
    expect(found.find(({ id }) => id === passport)).toMatchObject({
      expiry: 'due',
      expiry_open: true,
      expires_on: dayIn(30),
    });
    expect(await act(token, passport, 'settle-expiry')).toBeUndefined();
    expect((await waiting(token)).map(({ id }) => id)).not.toContain(passport);
    expect(await act(token, passport, 'settle-expiry')).toBe('document-not-current');

    server.advance(31 * DAY_MS);
    await eventually(async () => {
      expect(await kindsOf(one)).toEqual(['document-expiring', 'document-expired']);
      expect(await kindsOf(other)).toEqual(['document-expiring', 'document-expired']);
      expect(await statusOf(one)).toBe('close-only');
    });
    token = await officer();
    expect((await waiting(token)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([passport, address]),
    );
    // The setting concerns identity documents, and never opens what is blocked.
    expect(await statusOf(other)).toBe('active');
    expect(await statusOf(blocked)).toBe('blocked');
    expect(await kindsOf(later)).toEqual([]);
    // A later run reports nothing again.
    const marker = await addDocument(later, 'address', 5);
    server.advance(HOUR_MS);
    await eventually(async () => expect(await kindsOf(later)).toEqual(['document-expiring']));
    expect(await kindsOf(one)).toEqual(['document-expiring', 'document-expired']);
    expect(marker).toBeGreaterThan(0);
  });

  it('lets the customer send a newer one, which ends the report once it is approved', async () => {
    const session = await signUp(server, 'renewing@example.com');
    const uploadAs = async (accessToken: string): Promise<number> => {
      const body = new FormData();
      body.append('files', image());
      body.append('type', 'passport');
      const headers = { authorization: `Bearer ${accessToken}` };
      const init = { method: 'POST', headers, body };
      return (await fetch(`${server.url}/api/accounts/upload`, init)).status;
    };
    const id = await addDocument(session, 'passport', 31);
    expect(await uploadAs(session.access_token)).toBe(409);
    const token = await officer();
    expect(await act(token, id, 'set-expiry', { expires_on: dayIn(10) })).toBeUndefined();
    const account = await server.post<Session>(
      '/api/accounts/get',
      {},
      { token: session.access_token },
    );
    expect(dataOf(account.envelope).user.doc_passport).toContain(`"expires_on":"${dayIn(10)}"`);
    expect(await uploadAs(session.access_token)).toBe(200);
    expect(await uploadAs(session.access_token)).toBe(409);
    expect(await act(token, id, 'set-expiry', { expires_on: dayIn(20) })).toBe(
      'document-not-current',
    );
    const judge = async (...words: readonly string[]): Promise<void> => {
      const [row] = await server.query(
        `select id from documents where customer_id = $1 and status = 'processing'`,
        [session.user.id],
      );
      const newer = String(row?.['id']);
      await server.operator('document', 'show', newer, join(server.dataDir, `${newer}.jpg`));
      const [action = '', ...options] = words;
      expect(await server.operator('document', action, newer, ...options)).toMatchObject({
        code: 0,
      });
    };
    await judge('reject', '--note=blank');
    server.advance(HOUR_MS);
    await eventually(async () => expect(await kindsOf(session)).toContain('document-expiring'));
    expect((await waiting(await officer())).map((row) => row.id)).toContain(id);
    server.advance(11 * DAY_MS);
    await eventually(async () => {
      expect(await kindsOf(session)).toContain('document-expired');
      expect(await statusOf(session)).toBe('close-only');
    });
    const login = { email: 'renewing@example.com', password: SIGN_UP.password };
    const again = await server.post<Session>('/api/accounts/login', login);
    expect(await uploadAs(dataOf(again.envelope).access_token)).toBe(200);
    await judge('approve', `--expires=${dayIn(20)}`);
    expect((await waiting(await officer())).map((row) => row.id)).not.toContain(id);
    const current = await server.query(
      `select replaced_at is null as current from documents
       where customer_id = $1 and status = 'approved' order by id`,
      [session.user.id],
    );
    expect(current).toEqual([{ current: false }, { current: true }]);
  });

  it('restricts nobody whose newer document is approved at that moment', async () => {
    const renewed = await signUp(server, 'renewed@example.com');
    const marker = await signUp(server, 'marker@example.com');
    const id = await addDocument(renewed, 'passport', -2);
    await addDocument(marker, 'passport', -1);
    const db = await database.open();
    await db.kysely.transaction().execute(async (tx) => {
      await sql`select 1 from customers where id = ${renewed.user.id} for no key update`.execute(
        tx,
      );
      server.advance(HOUR_MS);
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(tx);
        expect(rows).not.toEqual([]);
      });
      await sql`update documents set replaced_at = now() where id = ${id}`.execute(tx);
    });
    await db.close();
    await eventually(async () => {
      expect(await kindsOf(marker)).toEqual(['document-expired']);
      expect(await statusOf(marker)).toBe('close-only');
    });
    expect(await kindsOf(renewed)).toEqual([]);
    expect(await statusOf(renewed)).toBe('active');
  });
});
