import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Session } from '@halyard/contract/accounts';
import { POSITIONS_NAMESPACE } from '@halyard/contract/live';
import { isRead } from '@halyard/contract/route';
import { nameOf, ROUTES } from '@halyard/contract/testing/routes';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORDER, settle, type Household } from '../access/household.ts';
import { requestsAbout, sendRequest } from '../access/requests.ts';
import { jpeg } from '../documents/sample-files.ts';
import { changed, createSnapshots } from '../support/snapshot.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  SIGN_UP,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const BASE = '/api/backoffice';
const REASON = 'asked for by telephone';
const UNKNOWN_VERSION = '0'.repeat(32);

type Row = Readonly<Record<string, unknown>>;

describeOnDatabase('a customer in the back office', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
  let server: TestServer;
  let household: Household;
  let admin: string;

  beforeAll(async () => {
    server = await startServer({ database, environment: stagePrices(folder) });
    household = await settle(server, 'wolpertinger');
    admin = (await signInStaff(server, 'admin@staff.example', 'admin')).token;
  }, 180_000);
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  async function act<Data>(path: string, input: object = {}): Promise<Data> {
    const body = { ...input, reason: REASON };
    return dataOf((await server.post<Data>(`${BASE}/${path}`, body, { token: admin })).envelope);
  }
  const open = async (id: number): Promise<Row> =>
    dataOf((await server.get<Row>(`${BASE}/customers/${id}`, { token: admin })).envelope);
  const lastEvent = async (id: number): Promise<Row | undefined> =>
    (
      await server.query(
        'select actor, action, reason, ip from audit_events where subject = $1 order by id desc limit 1',
        [`customer:${id}`],
      )
    )[0];

  it('is shown completely on one page', async () => {
    const one = await open(household.customerId);
    expect(one).toMatchObject({
      email: household.email,
      verified: true,
      status: 'active',
      category: 'retail',
      profile: { birth_date: '1980-02-03', email_confirmed: true, uniqid: household.uniqid },
      pin: null,
      protected: false,
      own_stop: false,
      second_factor: false,
      open_positions: [{ symbol: 'BTCUSD' }],
      referrals: [{ email: 'friend-of-wolpertinger@household.example' }],
      notes: [],
    });
    const { permissions, transactions, ledger, sessions, devices, figures } = one as Readonly<
      Record<string, object>
    >;
    expect(Object.keys(permissions ?? {})).toContain('forex');
    expect(transactions).toMatchObject([
      { type: 'Withdrawal', amount: -77.75 },
      { type: 'Bank transfer' },
      { type: 'Manual deposit' },
    ]);
    expect(Array.isArray(ledger) && ledger.length).toBeGreaterThan(2);
    expect(Array.isArray(sessions) && sessions.length).toBeGreaterThan(1);
    expect(figures).toHaveProperty('equity');
    const [known] = await server.query(
      `select count(*)::int as sessions, min(created_at) as first_seen, max(last_used_at) as last_used
       from sessions where subject_id = $1 and kind = 'customer' and device is not null`,
      [household.customerId],
    );
    expect(devices).toEqual([
      {
        device: expect.any(String) as string,
        ip: '127.0.0.1',
        place: expect.any(String) as string,
        ...(JSON.parse(JSON.stringify(known)) as object),
      },
    ]);
  });

  it('can be noted on in bulk, with an audit entry and a result for each', async () => {
    const { user } = await signUp(server, 'one-of-many@example.com');
    const closed = (await signUp(server, 'closed-of-many@example.com')).user.id;
    await server.query('update customers set closed_at = now() where id = $1', [closed]);
    const ids = [String(user.id), '99999999', String(closed), String(user.id)];
    expect(await act('customers/end-sessions', { ids })).toEqual({
      done: 1,
      rows: [
        { id: String(user.id), outcome: 'done', why: null },
        { id: '99999999', outcome: 'refused', why: 'Not found' },
        {
          id: String(closed),
          outcome: 'refused',
          why: expect.stringContaining('closed') as string,
        },
      ],
    });
    expect(await lastEvent(user.id)).toMatchObject({
      action: 'customer.end-sessions',
      reason: REASON,
      ip: '127.0.0.1',
    });
    expect(await lastEvent(closed)).not.toMatchObject({ action: 'customer.end-sessions' });
    const codeOf = async (name: string, body: object): Promise<string> => {
      const { envelope } = await server.post(`${BASE}/customers/${name}`, body, { token: admin });
      return envelope.status === 'error' ? envelope.code : 'success';
    };
    const hundred = Array.from({ length: 101 }, (_, at) => String(at + 1));
    expect(await codeOf('note', { reason: REASON, ids: hundred })).toBe('invalid');
    expect(await codeOf('note', { reason: REASON, ids: [] })).toBe('invalid');
    expect(await codeOf('note', { ids })).toBe('invalid');
    // What gives a right, or moves money, is done to one at a time.
    expect(await codeOf('verify', { reason: REASON, ids })).toBe('method-not-allowed');
  });

  it('is verified, blocked and given permissions, each with a recorded reason', async () => {
    const { user, access_token: token } = await signUp(server, 'acted-on@example.com');
    const path = `customers/${user.id}`;
    const { profile_version } = await open(user.id);
    expect(await act(`${path}/verify`, { profile_version })).toEqual({ changed: true });
    expect(await act(`${path}/verify`, { profile_version })).toEqual({ changed: false });
    expect(await lastEvent(user.id)).toEqual({
      actor: expect.stringMatching(/^staff:\d+$/) as string,
      action: 'customer.verify',
      reason: REASON,
      ip: '127.0.0.1',
    });
    expect(await open(user.id)).toMatchObject({ verified: true });
    await act(`${path}/close-only`);
    expect(await open(user.id)).toMatchObject({ status: 'close-only', restriction: 'close-only' });
    await act(`${path}/unblock`);
    await act(`${path}/protect`);
    await act(`${path}/categorise`, { category: 'professional' });
    await act(`${path}/set-level`, { level: 'Gold' });
    await act(`${path}/set-pin`, { pin: '4711' });
    await act(`${path}/confirm-email`);
    await act(`${path}/permit`, { permissions: { forex: [1, 5], crypto: [] } });
    expect(await open(user.id)).toMatchObject({
      status: 'active',
      category: 'professional',
      protected: true,
      level: 'Gold',
      pin: '4711',
      profile: { email_confirmed: true },
      permissions: { forex: [1, 5] },
    });
    expect((await open(user.id))['permissions']).not.toHaveProperty('crypto');
    expect(await act(`${path}/set-pin`, { pin: null })).toEqual({ changed: true });
    expect(JSON.stringify(await server.query('select * from audit_events'))).not.toContain('4711"');
    await act(`${path}/block`);
    expect((await server.post('/api/accounts/get', {}, { token })).status).toBe(401);
    const login = { email: 'acted-on@example.com', password: SIGN_UP.password };
    expect((await server.post('/api/accounts/login', login)).envelope).toMatchObject({
      code: 'blocked',
    });
  });

  it('can be noted on, signed out and helped with sign-in', async () => {
    const { user, access_token: token } = await signUp(server, 'helped@example.com');
    const path = `customers/${user.id}`;
    await act(`${path}/note`);
    expect((await open(user.id))['notes']).toMatchObject([{ text: REASON }]);
    await act(`${path}/password-reset`);
    expect(await lastEvent(user.id)).toMatchObject({ action: 'customer.password-reset' });
    expect(
      await server.query('select 1 from one_time_codes where customer_id = $1', [user.id]),
    ).toHaveLength(2);
    // The customer alone gets the link: staff cannot act as the customer.
    expect(await act(`${path}/auto-login`)).toEqual({});
    expect(await act(`${path}/second-factor-off`)).toEqual({ changed: false });
    await act(`${path}/end-sessions`);
    expect((await server.post('/api/accounts/get', {}, { token })).status).toBe(401);
    const nobody = await server.post(
      `${BASE}/customers/99999999/verify`,
      { reason: REASON, profile_version: UNKNOWN_VERSION },
      { token: admin },
    );
    expect(nobody.status).toBe(404);
  });

  it('can’t be changed once the account is closed, except by notes', async () => {
    const { user } = await signUp(server, 'closed@example.com');
    await server.query('update customers set closed_at = now() where id = $1', [user.id]);
    const path = `customers/${user.id}`;
    await expect(act(`${path}/block`)).rejects.toThrow('account-closed');
    await act(`${path}/note`);
    expect(await open(user.id)).toMatchObject({ account_state: 'closed', notes: [{}] });
    await server.query('update customers set erased_at = now() where id = $1', [user.id]);
    await expect(act(`${path}/note`)).rejects.toThrow('account-closed');
  });

  it('has documents that staff view and decide once', async () => {
    const { rows } = dataOf(
      (
        await server.get<{ rows: Row[] }>(`${BASE}/documents?customer=${household.customerId}`, {
          token: admin,
        })
      ).envelope,
    );
    expect(rows[0]).toMatchObject({ customer_name: expect.stringMatching(/\w \w/) });
    const id = String(rows[0]?.['id']);
    const blind = await server.post(
      `${BASE}/documents/${id}/approve`,
      { reason: REASON, profile_version: UNKNOWN_VERSION },
      { token: admin },
    );
    expect(blind.envelope).toMatchObject({ code: 'document-not-viewed' });
    const page = await server.get<Row>(`${BASE}/documents/${id}`, { token: admin });
    expect(dataOf(page.envelope)).toMatchObject({
      customer_name: expect.stringMatching(/\w \w/),
      birth_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      address: expect.stringMatching(/\w+/),
    });
    const response = await fetch(`${server.url}${BASE}/documents/${id}/view`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: REASON }),
    });
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('content-disposition')).toContain('attachment;');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(jpeg()))).toBe(true);
    expect(await lastEvent(household.customerId)).toMatchObject({
      action: 'document.read',
      reason: REASON,
      ip: '127.0.0.1',
    });
    // The panel of the document's page.
    const panel = await server.get<{ rows: Row[] }>(`${BASE}/audit?record=documents:${id}`, {
      token: admin,
    });
    expect(dataOf(panel.envelope).rows[0]).toMatchObject({
      action: 'document.read',
      reason: REASON,
    });
    const other = (await signInStaff(server, 'unseen@staff.example', 'compliance')).token;
    const unseen = await server.post(
      `${BASE}/documents/${id}/approve`,
      { reason: REASON, profile_version: UNKNOWN_VERSION },
      { token: other },
    );
    expect(unseen.envelope).toMatchObject({ code: 'document-not-viewed' });
    await act(`documents/${id}/reject`, { note: 'The edges are cut off' });
    const account = await server.post<Session>('/api/accounts/get', {}, { token: household.token });
    expect(dataOf(account.envelope).user.doc_passport).toContain('The edges are cut off');
    const again = await server.post(
      `${BASE}/documents/${id}/approve`,
      { reason: REASON, profile_version: UNKNOWN_VERSION },
      { token: admin },
    );
    expect(again.envelope).toMatchObject({ code: 'document-judged' });
  });

  it('is viewed by staff read-only and for a limited time', async () => {
    const path = `customers/${household.customerId}/view-as`;
    const { access_token: token } = await act<{ access_token: string }>(path);
    expect(await lastEvent(household.customerId)).toMatchObject({ action: 'customer.view-as' });
    const seen = dataOf((await server.post<Session>('/api/accounts/get', {}, { token })).envelope);
    expect(seen).toMatchObject({ viewed_by_staff: true, user: { email: household.email } });
    expect((await server.post('/api/accounts/getBalance', {}, { token })).status).toBe(200);

    const take = await createSnapshots(server);
    const before = await take();
    const writes = ROUTES.filter((route) => route.access === 'customer' && !isRead(route));
    expect(writes.length).toBeGreaterThan(20);
    for (const route of writes) {
      const [request] = requestsAbout(route, household);
      if (request === undefined) continue;
      const { text } = await sendRequest(server, request, { token, where: 'header' });
      expect(text, nameOf(route)).toContain('"read-only"');
    }
    const socket = await server.connect(POSITIONS_NAMESPACE, token);
    const commands = {
      openPosition: ORDER,
      closePosition: { id: 1 },
      updatePosition: { id: 1, stop_lost: 1, take_profit: null },
      closeAll: { which: 'all' },
    };
    for (const [event, message] of Object.entries(commands)) {
      expect(await send(socket, event, message), event).toMatchObject({ code: 'read-only' });
    }
    expect(await send(socket, 'positions', {})).toMatchObject({ status: 'success' });
    socket.disconnect();
    expect(changed(before.all, (await take()).all)).toEqual([]);

    const sessions = await server.post<{ id: string }[]>(
      '/api/accounts/sessions',
      {},
      {
        token: household.token,
      },
    );
    const own = await server.query(
      'select id from sessions where subject_id = $1 and viewed_by is not null',
      [household.customerId],
    );
    expect(dataOf(sessions.envelope).map(({ id }) => id)).not.toContain(own[0]?.['id']);
    server.advance(15 * MINUTE_MS + 1_000);
    expect((await server.post('/api/accounts/get', {}, { token })).status).toBe(401);
  });

  it('ends a view when the member loses the permission', async () => {
    const viewer = await signInStaff(server, 'viewer@staff.example', 'support');
    const view = async (): Promise<string> => {
      const path = `${BASE}/customers/${household.customerId}/view-as`;
      const call = { token: viewer.token };
      const reply = await server.post<{ access_token: string }>(path, { reason: REASON }, call);
      return dataOf(reply.envelope).access_token;
    };
    const statusOf = async (token: string): Promise<number> =>
      (await server.post('/api/accounts/get', {}, { token })).status;
    const first = await view();
    expect(await statusOf(first)).toBe(200);
    await server.operator('staff', 'roles', viewer.email, 'content');
    expect(await statusOf(first)).toBe(401);
    await server.operator('staff', 'roles', viewer.email, 'support');
    const second = await view();
    expect(await statusOf(second)).toBe(200);
    await server.operator('staff', 'disable', viewer.email);
    expect(await statusOf(second)).toBe(401);
    expect(await statusOf(household.token)).toBe(200);
  });
});
