import type { Session } from '@halyard/contract/accounts';
import { REJECTIONS } from '@halyard/contract/rejections';
import type { Safeguards } from '@halyard/contract/client-limits';
import type { OpeningState } from '@halyard/contract/trading';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  SIGN_UP,
  signUp,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

const PATH = '/api/accounts/safeguards';

const PROFILE = {
  first_name: SIGN_UP.first_name,
  last_name: SIGN_UP.last_name,
  phone: '030 23125000',
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
};

type Limit = Safeguards['limits'][number];

function limitOf(safeguards: Safeguards, kind: Limit['kind'], period: Limit['period']): Limit {
  const found = safeguards.limits.find((one) => one.kind === kind && one.period === period);
  return found ?? expect.fail('every limit is listed');
}

describeOnDatabase('own limits', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const call = async (token: string, path: string, body: object = {}): Promise<Safeguards> =>
    dataOf((await server.post<Safeguards>(`${PATH}${path}`, body, { token })).envelope);
  const signIn = async (email: string): Promise<string> => {
    const form = { email, password: SIGN_UP.password };
    return dataOf((await server.post<Session>('/api/accounts/login', form)).envelope).access_token;
  };

  it('are unset at first, each shown with the amount used', async () => {
    const { access_token: token } = await signUpTrader(server, 'none@example.com', '300');
    const { limits, exclusion } = await call(token, '');
    expect(exclusion).toBeNull();
    expect(limits.map(({ kind, period, amount, used }) => [kind, period, amount, used])).toEqual([
      ['deposit', 'day', null, 300],
      ['deposit', 'week', null, 300],
      ['deposit', 'month', null, 300],
      ['loss', 'day', null, 0],
      ['loss', 'week', null, 0],
      ['loss', 'month', null, 0],
    ]);
  });

  it('are lowered at once, and raised or removed a day later unless cancelled', async () => {
    const email = 'raise@example.com';
    const { access_token: token } = await signUpTrader(server, email, '300');
    const which = { kind: 'deposit', period: 'week' } as const;
    const first = await call(token, '/limit', { ...which, amount: '500.00' });
    expect(limitOf(first, 'deposit', 'week')).toMatchObject({ amount: 500, next: null });
    const lower = await call(token, '/limit', { ...which, amount: 400.5 });
    expect(limitOf(lower, 'deposit', 'week')).toMatchObject({ amount: 400.5, next: null });

    const raised = limitOf(
      await call(token, '/limit', { ...which, amount: 900 }),
      'deposit',
      'week',
    );
    expect(raised).toMatchObject({ amount: 400.5, next: { amount: 900 } });
    const kept = await call(token, '/limit/keep', which);
    expect(limitOf(kept, 'deposit', 'week')).toMatchObject({ amount: 400.5, next: null });

    const waiting = limitOf(
      await call(token, '/limit', { ...which, amount: null }),
      'deposit',
      'week',
    );
    const waitsMs = Date.parse(waiting.next?.at ?? '') - (Date.now() + server.offsetMs());
    expect(Math.round(waitsMs / HOUR_MS)).toBe(24);
    server.advance(DAY_MS - HOUR_MS);
    const before = await call(await signIn(email), '');
    expect(limitOf(before, 'deposit', 'week').amount).toBe(400.5);
    server.advance(HOUR_MS);
    const after = await call(await signIn(email), '');
    expect(limitOf(after, 'deposit', 'week')).toMatchObject({ amount: null, next: null });
  });

  it('notify the customer when they are set, scheduled, changed and ended, and when an exclusion starts', async () => {
    const email = 'told@example.com';
    const { access_token: token, user } = await signUpTrader(server, email, '300');
    const notified = async (): Promise<readonly string[]> => {
      const rows = await server.query(
        `select kind from notifications where customer_id = $1 and kind like '%own-limit%'
           or customer_id = $1 and kind like 'exclu%' order by id`,
        [user.id],
      );
      return rows.map((row) => String(row['kind']));
    };
    const which = { kind: 'deposit', period: 'day' } as const;
    await call(token, '/limit', { ...which, amount: 500 });
    await call(token, '/limit', { ...which, amount: 500 });
    await call(token, '/limit', { ...which, amount: 400 });
    await call(token, '/limit', { ...which, amount: 900 });
    await call(token, '/limit/keep', which);
    const limits = ['own-limit-set', 'own-limit-set', 'own-limit-waits'];
    expect(await notified()).toEqual(limits);
    await call(token, '/limit', { ...which, amount: 950 });
    server.advance(DAY_MS);
    // Whether they come back or not.
    await eventually(async () =>
      expect(await notified()).toEqual([...limits, 'own-limit-waits', 'own-limit-set']),
    );
    const again = await signIn(email);
    await call(again, '/limit', { ...which, amount: null });
    server.advance(DAY_MS);
    await eventually(async () => expect((await notified()).at(-1)).toBe('own-limit-removed'));
    const last = await signIn(email);
    await call(last, '/timeOut', { days: 2 });
    await call(last, '/selfExclusion', { months: 6 });
    await call(last, '/selfExclusion', { months: null });
    expect((await notified()).slice(-3)).toEqual([
      'exclusion-begun',
      'exclusion-begun',
      'excluded-for-ever',
    ]);
    const mails = await server.query(
      `select count(*)::int as sent from outbox where stream = $1 and key like 'notice:%'`,
      [email],
    );
    expect(mails[0]?.['sent']).toBeGreaterThanOrEqual(9);
  });

  it.each([
    [{ kind: 'deposit', period: 'week', amount: 0 }, 'amount'],
    [{ kind: 'deposit', period: 'week', amount: 0.99 }, 'amount'],
    [{ kind: 'deposit', period: 'week', amount: -5 }, 'amount'],
    [{ kind: 'deposit', period: 'week', amount: 10_000_000.01 }, 'amount'],
    [{ kind: 'deposit', period: 'week', amount: '1e3' }, 'amount'],
    [{ kind: 'deposit', period: 'week' }, 'amount'],
    [{ kind: 'deposit', period: 'year', amount: 5 }, 'period'],
    [{ kind: 'profit', period: 'week', amount: 5 }, 'kind'],
    [{ kind: 'loss', period: 'day', amount: 5, customer_id: 1 }, 'customer_id'],
  ])('reject %j', async (body, field) => {
    const { access_token: token } = await signUpTrader(
      server,
      `${crypto.randomUUID()}@example.com`,
      '300',
    );
    const before = await call(token, '');
    const { status, envelope } = await server.post(`${PATH}/limit`, body, { token });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ errors: { [field]: expect.any(String) } });
    expect(await call(token, '')).toEqual(before);
  });

  it.each([
    ['/timeOut', { days: 0 }],
    ['/timeOut', { days: 43 }],
    ['/timeOut', { days: 1.5 }],
    ['/timeOut', {}],
    ['/selfExclusion', { months: 5 }],
    ['/selfExclusion', { months: 61 }],
    ['/selfExclusion', {}],
  ])('%s is not taken by %j', async (path, body) => {
    const { access_token: token } = await signUpTrader(
      server,
      `${crypto.randomUUID()}@example.com`,
      '300',
    );
    expect((await server.post(`${PATH}${path}`, body, { token })).status).toBe(422);
    expect((await call(token, '')).exclusion).toBeNull();
  });

  const opening = async (token: string): Promise<string> => {
    const socket = await server.connect('/positions', token);
    const envelope = await send(socket, 'openPosition', { ...BUY, amount: 10 });
    socket.disconnect();
    return envelope.status === 'error' ? envelope.code : 'opened';
  };
  /** What the server says of openings before one is tried. */
  const foretold = async (token: string): Promise<OpeningState['refusal']> =>
    dataOf((await server.post<OpeningState>('/api/accounts/openings', {}, { token })).envelope)
      .refusal;

  it('a time-out stops openings until it ends, can be made longer and never shorter', async () => {
    const email = 'timeout@example.com';
    const { access_token: token } = await signUpTrader(server, email, '300');
    const taken = await call(token, '/timeOut', { days: 2 });
    expect(taken.exclusion).toMatchObject({ kind: 'time-out' });
    expect(await opening(token)).toBe('time-out');
    expect(await foretold(token)).toMatchObject({
      code: 'time-out',
      facts: { until: taken.exclusion?.ends_at },
    });
    expect((await server.post(`${PATH}/timeOut`, { days: 1 }, { token })).envelope).toMatchObject({
      code: 'exclusion-stands',
    });
    await call(token, '/timeOut', { days: 3 });
    server.advance(2 * DAY_MS + HOUR_MS);
    const again = await signIn(email);
    expect(await opening(again)).toBe('time-out');
    server.advance(DAY_MS);
    const last = await signIn(email);
    expect((await call(last, '')).exclusion).toBeNull();
    await eventually(async () =>
      expect(['time-out', 'close-only']).not.toContain(await opening(last)),
    );
    expect(await foretold(last)).toBeNull();
  });

  it('reject a deposit beyond them, including pending deposits', async () => {
    const email = 'deposits@example.com';
    const { access_token: token } = await signUpTrader(server, email, '100');
    const profile = {
      first_name: SIGN_UP.first_name,
      last_name: SIGN_UP.last_name,
      email,
      phone: SIGN_UP.phone,
      birth_date: '1990-12-31',
      country_id: 276,
      state: 'Berlin',
      city: 'Berlin',
      street: 'Hauptstraße 1',
      zip_code: '10115',
    };
    expect((await server.post('/api/accounts/update', profile, { token })).status).toBe(200);
    const deposit = async (amount: number) =>
      await server.post('/api/transactions/create', { amount, method: 2 }, { token });
    await call(token, '/limit', { kind: 'deposit', period: 'month', amount: 700 });
    expect((await deposit(300)).status).toBe(200);
    expect(await deposit(301)).toMatchObject({
      status: 422,
      envelope: { code: 'deposit-limit', facts: { available: 300 } },
    });
    await call(token, '/timeOut', { days: 1 });
    expect(await deposit(250)).toMatchObject({ status: 403, envelope: { code: 'time-out' } });
  });

  it('require the password for permanent self-exclusion, not for one of months', async () => {
    const email = 'left-open@example.com';
    const { access_token: token } = await signUpTrader(server, email, '300');
    server.advance(16 * MINUTE_MS);
    const path = `${PATH}/selfExclusion`;
    const left = await server.post(path, { months: null }, { token });
    expect(left.envelope).toMatchObject({ code: 'password-required' });
    expect((await call(token, '')).exclusion).toBeNull();
    expect((await call(token, '/selfExclusion', { months: 6 })).exclusion).toMatchObject({
      kind: 'self-exclusion',
    });
    await server.post('/api/accounts/prove', { password: SIGN_UP.password }, { token });
    expect((await call(token, '/selfExclusion', { months: null })).exclusion).toMatchObject({
      ends_at: null,
    });
  });

  it('let a permanently excluded customer sign in, and never end the exclusion', async () => {
    const email = 'excluded@example.com';
    const { access_token: token } = await signUpTrader(server, email, '300');
    expect((await call(token, '/selfExclusion', { months: null })).exclusion).toMatchObject({
      kind: 'self-exclusion',
      ends_at: null,
    });
    for (const [path, body] of [
      ['/timeOut', { days: 42 }],
      ['/selfExclusion', { months: 60 }],
    ] as const) {
      const { status, envelope } = await server.post(`${PATH}${path}`, body, { token });
      expect(status).toBe(REJECTIONS['exclusion-stands'].status);
      expect(envelope).toMatchObject({ code: 'exclusion-stands' });
    }
    server.advance(400 * DAY_MS);
    const later = await signIn(email);
    expect(await opening(later)).toBe('self-excluded');
  });

  it('block the former email of an excluded customer, and nobody else’s', async () => {
    const [left, taken] = ['excluded-left@example.com', 'excluded-next@example.com'];
    const { access_token: token } = await signUp(server, left);
    await call(token, '/selfExclusion', { months: null });
    const form = { ...PROFILE, email: taken, current_password: SIGN_UP.password };
    expect((await server.post('/api/accounts/update', form, { token })).status).toBe(200);
    const register = async (email: string) =>
      (await server.post('/api/accounts/register', { ...SIGN_UP, email })).envelope;
    expect(await register(left)).toMatchObject({ code: 'email-taken' });
    const { access_token: other } = await signUp(server, 'not-excluded@example.com');
    const change = { ...form, email: 'not-excluded-next@example.com' };
    expect((await server.post('/api/accounts/update', change, { token: other })).status).toBe(200);
    expect(await register('not-excluded@example.com')).toMatchObject({ status: 'success' });
  });

  it('do not undo restrictions by staff, or the reverse', async () => {
    const email = 'both@example.com';
    const { access_token: token } = await signUpTrader(server, email, '300');
    await server.operator('customer', 'close-only', email, 'checked');
    await call(token, '/timeOut', { days: 1 });
    await server.operator('customer', 'unblock', email);
    expect(await opening(token)).toBe('time-out');
    const { printed } = await server.operator('customer', 'show', email);
    expect(printed).toContain('own safeguards  stop openings');
    await server.operator('customer', 'close-only', email, 'checked again');
    server.advance(DAY_MS + HOUR_MS);
    const later = await signIn(email);
    await eventually(async () => {
      const shown = await server.operator('customer', 'show', email);
      expect(shown.printed).toContain('own safeguards  stop nothing');
    });
    expect(await opening(later)).toBe('close-only');
    expect(await foretold(later)).toMatchObject({ code: 'close-only' });
  });
});
