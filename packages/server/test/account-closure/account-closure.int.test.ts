// How customers leave, what is erased at once, and what is kept and erased later.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpeg } from '../documents/sample-files.ts';
import { eventually } from '../support/eventually.ts';
import { readOutbox } from '../support/outbox.ts';
import {
  dataOf,
  SIGN_UP,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { codeInOutbox } from '../support/sign-in-link.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor, rejectionOf } from '../support/trader.ts';

const CLOSE = '/api/accounts/close';
const CLOSING = '/api/accounts/closing';
const LOGIN = '/api/accounts/login';

describeOnDatabase('the closure of an account', (database) => {
  const floor = openFloor(database);
  const post = async (path: string, token: string, body: object = {}) =>
    (await floor.server().post<{ obstacles: string[] }>(path, body, { token })).envelope;
  const obstacles = async (token: string): Promise<readonly string[]> =>
    dataOf(await post(CLOSING, token)).obstacles;

  it('is rejected while money or positions remain, with what to do first', async () => {
    const trader = await floor.trader('1000');
    const { token, session } = trader;
    const position = await trader.open({ ...BUY, amount: 100 });
    expect(await obstacles(token)).toEqual(['positions', 'cash']);
    expect(rejectionOf(await post(CLOSE, token)).code).toBe('close-positions-first');
    await trader.close({ id: position.id });
    await floor.server().operator('grant', session.user.email, '12.50', 'a present');
    const open = await obstacles(token);
    expect(open[0]).toBe('cash');
    expect(rejectionOf(await post(CLOSE, token))).toMatchObject({ code: 'withdraw-first' });
    await floor.server().query(
      `insert into transactions (id, customer_id, type_id, status, amount_cents, requested_cents,
         created_at, updated_at) values ($1, $2, 1, 'pending', 100, 100, now(), now())`,
      ['DAAAAAAAAAAAAAAAAAA', session.user.id],
    );
    expect(rejectionOf(await post(CLOSE, token)).code).toBe('payments-under-way');
    await floor.server().query(`delete from transactions where id = 'DAAAAAAAAAAAAAAAAAA'`);
    // Nothing was changed by all that: they still trade.
    expect((await trader.open({ ...BUY, amount: 100 })).symbol).toBe('BTCUSD');
  });
});

describeOnDatabase('a closed account', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database, jobPollMs: 20 });
  });
  afterAll(() => server.stop());

  const post = async <Data = unknown>(path: string, body: object, token?: string) =>
    (await server.post<Data>(path, body, { token })).envelope;
  const login = async (email: string, password: string = SIGN_UP.password) =>
    await post<Session>(LOGIN, { email, password });
  const close = async ({ access_token: token }: Session): Promise<void> => {
    dataOf(await post(CLOSE, {}, token));
  };
  const upload = async (token: string): Promise<void> => {
    const body = new FormData();
    body.append('type', 'passport');
    body.append('files', new File([new Uint8Array(jpeg())], 'p.jpg', { type: 'image/jpeg' }));
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.url}/api/accounts/upload`, { method: 'POST', headers, body });
  };
  const documents = (): readonly string[] => readdirSync(join(server.dataDir, 'documents'));
  const rowOf = async (id: number) =>
    (await server.query('select * from customers where id = $1', [id]))[0] ?? {};

  it('requires the password, and ends every session and socket', async () => {
    const { access_token: token, user } = await signUp(server, 'ends@example.com');
    const other = dataOf(await login('ends@example.com'));
    await server.query('update sessions set password_proved_at = null where subject_id = $1', [
      user.id,
    ]);
    expect(rejectionOf(await post(CLOSE, {}, token)).code).toBe('password-required');
    dataOf(await post('/api/accounts/prove', { password: SIGN_UP.password }, token));
    const socket = await server.connect('/positions', other.access_token);
    const ended = new Promise((resolve) => socket.once('disconnect', resolve));
    dataOf(await post(CLOSE, {}, token));
    await ended;
    for (const old of [token, other.access_token]) {
      expect(rejectionOf(await post('/api/accounts/get', {}, old)).code).toBe('session-ended');
    }
  });

  it('is reported only to a caller with its password, and can’t be reopened', async () => {
    const email = 'gone@example.com';
    const session = await signUp(server, email);
    await server.operator('auto-login', email);
    const link = await codeInOutbox(server.dataDir, email);
    await post('/api/get/forgotPassword', { email });
    await close(session);
    expect(rejectionOf(await login(email)).code).toBe('account-closed');
    expect(rejectionOf(await login(email, 'another long password')).code).toBe(
      'invalid-credentials',
    );
    expect(rejectionOf(await post(`/api/accounts/login/${link}`, {})).code).toBe('link-invalid');
    expect(rejectionOf(await post('/api/get/forgotPassword', { email })).code).toBe(
      'email-unknown',
    );
    expect(rejectionOf(await post('/api/accounts/register', { ...SIGN_UP, email })).code).toBe(
      'email-taken',
    );
    for (const words of [
      ['customer', 'unblock', email],
      ['customer', 'close-only', email],
      ['credit', email, '10', 'by mistake'],
    ]) {
      expect((await server.operator(...words)).code).not.toBe(0);
    }
    expect(rejectionOf(await login(email)).code).toBe('account-closed');
  });

  it('keeps identity and money history, and only what the law requires', async () => {
    const email = 'kept@example.com';
    const session = await signUp(server, email);
    const { id } = session.user;
    await upload(session.access_token);
    await server.query(
      `insert into price_alerts (customer_id, symbol, side, sense, points, splits_before, created_at)
       values ($1, 'BTCUSD', 'sell', 'falls', 1, 0, now())`,
      [id],
    );
    await close(session);
    expect(await server.query('select id from price_alerts')).toEqual([]);
    expect(await rowOf(id)).toMatchObject({
      email,
      first_name: SIGN_UP.first_name,
      sign_up_info: null,
      house_status: 'blocked',
    });
    const devices = await server.query(
      `select distinct ip, user_agent, device from sessions where subject_id = $1`,
      [id],
    );
    expect(devices).toEqual([{ ip: '', user_agent: '', device: null }]);
    const notified = await server.query('select kind from notifications where customer_id = $1', [
      id,
    ]);
    expect(notified).toEqual([{ kind: 'account-closed' }]);
    const mails = await server.query(`select kind from outbox where stream = $1 order by id`, [
      email,
    ]);
    expect(mails.length).toBeGreaterThan(0);
    expect(documents().length).toBeGreaterThan(0);
    const audited = await server.query(
      `select action from audit_events where subject = $1 and action like 'account.clos%'`,
      [`customer:${id}`],
    );
    expect(audited.map((row) => row['action'])).toEqual(['account.close', 'account.closed']);
  });

  it('is executed once for concurrent requests', async () => {
    const { access_token: token, user } = await signUp(server, 'thrice@example.com');
    const codes = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await post(CLOSE, {}, token);
        return answer.status === 'success' ? 'success' : answer.code;
      }),
    );
    expect(codes.filter((code) => code === 'success')).toHaveLength(1);
    expect(codes.filter((code) => code === 'session-ended')).toHaveLength(2);
    expect((await rowOf(user.id))['closed_at']).not.toBeNull();
  });

  it('is finished by a retry after an outage', async () => {
    const { access_token: token, user } = await signUp(server, 'outage@example.com');
    await server.query(`insert into account_closings (customer_id, begun_at) values ($1, now())`, [
      user.id,
    ]);
    dataOf(await post(CLOSE, {}, token));
    expect((await rowOf(user.id))['closed_at']).not.toBeNull();
    expect(await server.query('select 1 from account_closings')).toEqual([]);
  });

  it('is finished by the nightly task after an outage, without a retry', async () => {
    const { user } = await signUp(server, 'night@example.com');
    await server.query(`insert into account_closings (customer_id, begun_at) values ($1, now())`, [
      user.id,
    ]);
    server.advance(DAY_MS);
    await eventually(async () => expect((await rowOf(user.id))['closed_at']).not.toBeNull());
  });

  it('is finished after a crash, or reversed if something changed meanwhile', async () => {
    const done = await signUp(server, 'crashed@example.com');
    const left = await signUpTrader(server, 'rich@example.com', '50');
    for (const { user } of [done, left]) {
      await server.query(
        `insert into account_closings (customer_id, begun_at) values ($1, now())`,
        [user.id],
      );
    }
    await server.stop();
    server = await startServer({ database, jobPollMs: 20, offsetMs: server.offsetMs() });
    expect(rejectionOf(await login('crashed@example.com')).code).toBe('account-closed');
    dataOf(await login('rich@example.com'));
    expect(await rowOf(left.user.id)).toMatchObject({ house_status: 'active', closed_at: null });
    expect(await server.query('select 1 from account_closings')).toEqual([]);
  });

  it('is anonymised after five years, and still blocks self-excluded persons', async () => {
    const leaver = await signUp(server, 'leaver@example.com');
    const excluded = await signUp(server, 'excluded@example.com');
    const months = { months: null };
    const path = '/api/accounts/safeguards/selfExclusion';
    dataOf(await post(path, months, excluded.access_token));
    const others = new Set(documents());
    await upload(excluded.access_token);
    const scan = documents().find((name) => !others.has(name)) ?? expect.fail('no scan');
    await server.query(
      `insert into approvals (action, target, customer_id, amount_cents, content, status, first_by,
         first_at) values ('profile-edit', 'customer:1:one', $1, 0,
         '{"after.last_name": "Leaver"}', 'waiting', 'staff:1', now())`,
      [leaver.user.id],
    );
    await close(leaver);
    await close(excluded);
    await eventually(async () => {
      const givenUp = await server.query(
        `update outbox set dead_at = done_at, done_at = null, payload = '{"text": "a secret"}'
         where stream = 'leaver@example.com' and key like '%account:closed'
           and done_at is not null returning 1`,
      );
      expect(givenUp).toHaveLength(1);
    });
    const mailsOf = async (email: string) =>
      await server.query('select 1 from outbox where stream = $1', [email]);
    const filesTo = async (email: string): Promise<number> => {
      const mails = await readOutbox(server.dataDir);
      return mails.filter((text) => text.includes(`To: ${email}`)).length;
    };
    expect((await mailsOf('leaver@example.com')).length).toBeGreaterThan(0);
    expect(await filesTo('leaver@example.com')).toBeGreaterThan(0);
    const recent = await signUp(server, 'recent@example.com');
    await close(recent);
    for (const [{ user }, days] of [
      [leaver, -2],
      [excluded, -2],
      [recent, 3],
    ] as const) {
      await server.query(
        `update customers set closed_at = closed_at - interval '5 years' + make_interval(days => $2)
         where id = $1`,
        [user.id, days],
      );
    }
    const ledger = async () =>
      await server.query('select md5(string_agg(e::text, e::text)) from ledger_entries e');
    const before = await ledger();
    server.advance(DAY_MS);
    await eventually(async () => {
      expect(await rowOf(excluded.user.id)).toMatchObject({
        first_name: '',
        erased_at: expect.anything(),
      });
      expect(await rowOf(leaver.user.id)).toMatchObject({
        email: `erased-${leaver.user.id}@erased.invalid`,
        password_hash: '',
        phone: '',
      });
    });
    expect(await rowOf(recent.user.id)).toMatchObject({ email: 'recent@example.com' });
    expect(
      await server.query(`select content, status from approvals where action = 'profile-edit'`),
    ).toEqual([{ content: {}, status: 'withdrawn' }]);
    expect(documents()).not.toContain(scan);
    expect(await mailsOf('leaver@example.com')).toEqual([]);
    expect(await filesTo('leaver@example.com')).toBe(0);
    expect((await mailsOf('recent@example.com')).length).toBeGreaterThan(0);
    expect(await ledger()).toEqual(before);
    const { printed } = await server.operator('audit');
    expect(printed.at(-1)).toContain('everything agrees');
    const again = { ...SIGN_UP, email: 'excluded@example.com' };
    expect(rejectionOf(await post('/api/accounts/register', again)).code).toBe('email-taken');
    dataOf(await post('/api/accounts/register', { ...SIGN_UP, email: 'leaver@example.com' }));
  });
});
