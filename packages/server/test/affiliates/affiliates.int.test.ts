import type { Session } from '@halyard/contract/accounts';
import type {
  AffiliateLinks,
  AffiliateSession,
  AffiliateSignUp,
} from '@halyard/contract/affiliates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LOGIN = '/api/affiliate/login';
const GET = '/api/affiliate/get';

describeOnDatabase('an affiliate', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  /** Gives the password, which counts as the affiliate's own. */
  async function create(email: string, code: string): Promise<string> {
    const password = await createWithFirstPassword(email, code);
    await server.query('update affiliates set password_expires_at = null where email = $1', [
      email,
    ]);
    return password;
  }
  async function createWithFirstPassword(email: string, code: string): Promise<string> {
    const { code: exit, printed } = await server.operator(
      'affiliate',
      'create',
      email,
      'A Partner',
      code,
    );
    expect(exit, printed.join('\n')).toBe(0);
    return /password (\S+)\.$/.exec(printed[0] ?? '')?.[1] ?? '';
  }

  async function signIn(email: string, password: string): Promise<AffiliateSession> {
    const form = { email, password, info: '{"country_short":"DE"}' };
    return dataOf((await server.post<AffiliateSession>(LOGIN, form)).envelope);
  }

  async function partner(email: string, code: string): Promise<string> {
    return (await signIn(email, await create(email, code))).access_token;
  }

  async function refer(email: string, ref: string, page = '/about'): Promise<Session> {
    const info = JSON.stringify({ source_page: page });
    const form = { ...SIGN_UP, email, ref, info };
    return dataOf((await server.post<Session>('/api/accounts/register', form)).envelope);
  }

  async function list(token: string, body: object = {}): Promise<readonly AffiliateSignUp[]> {
    const reply = await server.post<AffiliateSignUp[]>(GET, { token, ...body }, { token });
    return dataOf(reply.envelope);
  }

  const emailsOf = (rows: readonly AffiliateSignUp[]) => rows.map(({ email }) => email);
  const today = (): string => new Date(Date.now() + server.offsetMs()).toISOString().slice(0, 10);

  it('signs in with email, password and info, and gets a session [c-affiliate-login] [c-affiliate-login-answer] [e-affiliate-session] [p-affiliate-separate]', async () => {
    const email = 'one@partner.example';
    const password = await create(email, 'partner-one');
    const reply = await server.post<AffiliateSession>(LOGIN, { email, password, info: '{}' });
    expect(reply.status).toBe(200);
    const { access_token: token, user } = dataOf(reply.envelope);
    expect(reply.envelope).toEqual({
      status: 'success',
      data: { access_token: token, user: { name: 'A Partner', email, token } },
    });
    expect(user.token.length).toBeGreaterThanOrEqual(43);
    for (const wrong of [
      { email, password: 'wrong' },
      { email: 'nobody@partner.example', password },
    ]) {
      const refused = await server.post(LOGIN, wrong);
      expect(refused).toMatchObject({ status: 401, envelope: { code: 'invalid-credentials' } });
    }
    const customer = await signUp(server, 'mere-customer@example.com');
    const asCustomer = { email: customer.user.email, password: SIGN_UP.password };
    expect((await server.post(LOGIN, asCustomer)).status).toBe(401);
    expect((await server.post('/api/accounts/login', { email, password })).status).toBe(401);
  });

  it('sees the sign-ups of their own codes alone, with every field [o-affiliate-signups] [e-affiliate-row] [c-affiliate-get] [a-conversion-null]', async () => {
    const token = await partner('rows@partner.example', 'rows-code');
    const other = await partner('other@partner.example', 'other-code');
    const { user } = await refer('ada@example.com', 'rows-code', '/kyc-policy');
    await refer('ben@example.com', 'rows-code');
    await refer('cleo@example.com', 'other-code');
    await refer('by-a-customer@example.com', user.uniqid);
    await server.operator('credit', 'ada@example.com', '300.50', 'first');
    await server.operator('credit', 'ada@example.com', '900', 'second');
    const [ben, ada, ...rest] = await list(token);
    expect(rest).toEqual([]);
    expect(ada).toEqual({
      id: user.id,
      first_name: 'Test',
      last_name: 'Customer',
      email: 'ada@example.com',
      country: 'Germany',
      created_at: user.created_at,
      source_page: '/kyc-policy',
      transaction: { amount: 300.5, created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string },
    });
    expect(ben).toMatchObject({ email: 'ben@example.com', transaction: null });
    expect(emailsOf(await list(other))).toEqual(['cleo@example.com']);
    const reply = await server.post<AffiliateLinks>('/api/affiliate/links', {}, { token });
    expect(dataOf(reply.envelope)).toEqual({
      codes: [{ code: 'rows-code', url: `${server.url}/?ref=rows-code`, sign_ups: 2 }],
      source_pages: [
        { source_page: '/about', sign_ups: 1 },
        { source_page: '/kyc-policy', sign_ups: 1 },
      ],
    });
  });

  it('sees of a closed account only that it signed up', async () => {
    const token = await partner('left@partner.example', 'left-code');
    const { access_token: session, user } = await refer('leaver@example.com', 'left-code');
    dataOf((await server.post('/api/accounts/close', {}, { token: session })).envelope);
    expect(await list(token)).toEqual([
      {
        id: user.id,
        first_name: '',
        last_name: '',
        email: '',
        country: null,
        created_at: user.created_at,
        source_page: null,
        transaction: null,
      },
    ]);
  });

  it('filters by days of sign-up or first deposit, inclusive, page by page [c-affiliate-get-filter]', async () => {
    const token = await partner('days@partner.example', 'days-code');
    const first = today();
    await refer('first@example.com', 'days-code');
    server.advance(2 * DAY_MS);
    const late = await signIn('days@partner.example', await renew('days@partner.example'));
    const { access_token: again } = late;
    expect((await server.post(GET, {}, { token })).status).toBe(401);
    await refer('third@example.com', 'days-code');
    await server.operator('credit', 'first@example.com', '300', 'late');
    const third = today();
    const both = ['third@example.com', 'first@example.com'];
    expect(emailsOf(await list(again, { where: 'created_at', from: first, until: third }))).toEqual(
      both,
    );
    expect(emailsOf(await list(again, { from: first, until: first }))).toEqual([both[1]]);
    expect(emailsOf(await list(again, { from: third }))).toEqual([both[0]]);
    expect(emailsOf(await list(again, { until: first }))).toEqual([both[1]]);
    const deposits = { where: 'transactions' };
    expect(emailsOf(await list(again, deposits))).toEqual([both[1]]);
    expect(emailsOf(await list(again, { ...deposits, from: third, until: third }))).toEqual([
      both[1],
    ]);
    expect(await list(again, { ...deposits, until: first })).toEqual([]);
    const [newest] = await list(again, { limit: 1 });
    expect(newest?.email).toBe(both[0]);
    expect(emailsOf(await list(again, { before: newest?.id }))).toEqual([both[1]]);
    for (const bad of [
      { where: 'email' },
      { from: '2026-02-30' },
      { from: 'yesterday' },
      { from: third, until: first },
      { limit: 5001 },
      { customer: 1 },
    ]) {
      const refused = await server.post(GET, bad, { token: again });
      expect(refused).toMatchObject({ status: 422, envelope: { code: 'invalid' } });
    }
  });

  async function renew(email: string): Promise<string> {
    const { printed } = await server.operator('affiliate', 'password', email);
    await server.query('update affiliates set password_expires_at = null where email = $1', [
      email,
    ]);
    return /password (\S+) now\.$/.exec(printed[0] ?? '')?.[1] ?? '';
  }

  it('has a separate kind of session, which customer routes reject, and the reverse [p-affiliate-bearer] [p-affiliate-separate]', async () => {
    const token = await partner('kinds@partner.example', 'kinds-code');
    const customer = await signUp(server, 'kinds@example.com');
    for (const path of ['/api/accounts/get', '/api/accounts/getBalance']) {
      const refused = await server.post(path, {}, { token });
      expect(refused).toMatchObject({ status: 403, envelope: { code: 'forbidden' } });
    }
    for (const path of [GET, '/api/affiliate/links', '/api/affiliate/logout']) {
      const refused = await server.post(path, {}, { token: customer.access_token });
      expect(refused).toMatchObject({ status: 403, envelope: { code: 'forbidden' } });
      expect(await server.post(path, {})).toMatchObject({ status: 401 });
    }
    await expect(server.connect('/positions', token)).rejects.toThrow(/./);
    const differing = await server.post(GET, { token: customer.access_token }, { token });
    expect(differing).toMatchObject({ status: 422, envelope: { errors: { token: /differs/ } } });
  });

  it('ends the session by signing out', async () => {
    const token = await partner('leaves@partner.example', 'leaves-code');
    expect((await server.post('/api/affiliate/logout', {}, { token })).status).toBe(200);
    expect((await server.post(GET, {}, { token })).status).toBe(401);
  });

  it('changes the password, and the other sessions end [c-affiliate-password]', async () => {
    const email = 'changes@partner.example';
    const password = await create(email, 'changes-code');
    const other = await signIn(email, password);
    const { access_token: token } = await signIn(email, password);
    const path = '/api/affiliate/updatePassword';
    const passwords = { new_password: 'a new password', confirm_password: 'a new password' };
    const unlike = { ...passwords, confirm_password: 'another one' };
    for (const bad of [unlike, { new_password: 'short', confirm_password: 'short' }]) {
      expect((await server.post(path, bad, { token })).status).toBe(422);
    }
    server.advance(16 * MINUTE_MS);
    const late = await server.post(path, passwords, { token });
    expect(late).toMatchObject({ status: 401, envelope: { code: 'password-required' } });
    const wrong = { ...passwords, current_password: 'wrong' };
    expect(await server.post(path, wrong, { token })).toMatchObject({
      envelope: { code: 'invalid-credentials' },
    });
    const done = await server.post(path, { ...passwords, current_password: password }, { token });
    expect(done).toMatchObject({ status: 200, envelope: { status: 'success', data: {} } });
    expect((await server.post(GET, {}, { token })).status).toBe(200);
    expect((await server.post(GET, {}, { token: other.access_token })).status).toBe(401);
    expect((await server.post(LOGIN, { email, password })).status).toBe(401);
    await signIn(email, 'a new password');
  });

  it('must replace the first password before anything else, within three days', async () => {
    const email = 'handed@partner.example';
    const first = await createWithFirstPassword(email, 'handed-code');
    const { access_token: token } = await signIn(email, first);
    const listed = async () => await server.post('/api/affiliate/links', {}, { token });
    const locked = { status: 403, envelope: { code: 'password-change-required' } };
    expect(await listed()).toMatchObject(locked);
    const change = async (to: string) =>
      await server.post(
        '/api/affiliate/updatePassword',
        { new_password: to, confirm_password: to },
        { token },
      );
    expect(await change(first)).toMatchObject({ envelope: { code: 'password-unchanged' } });
    expect(await listed()).toMatchObject(locked);
    expect(await change('a password of my own')).toMatchObject({ status: 200 });
    expect(await listed()).toMatchObject({ status: 200 });
    const { printed } = await server.operator('affiliate', 'password', email);
    const second = /password (\S+) now/.exec(printed[0] ?? '')?.[1];
    server.advance(73 * HOUR_MS);
    const late = await server.post('/api/affiliate/login', { email, password: second });
    expect(late).toMatchObject({ status: 403, envelope: { code: 'password-expired' } });
  });

  it('is delayed after wrong guesses, without delaying a customer with the same email', async () => {
    const email = 'guessed@example.com';
    const password = await create(email, 'guessed-code');
    await signUp(server, email);
    for (let time = 0; time < 6; time += 1) {
      await server.post(LOGIN, { email, password: `wrong ${time}` });
    }
    const slowed = await server.post(LOGIN, { email, password: 'another' });
    expect(slowed).toMatchObject({ status: 429, envelope: { code: 'too-many' } });
    const own = { email, password: SIGN_UP.password };
    expect((await server.post('/api/accounts/login', own)).status).toBe(200);
    server.advance(MINUTE_MS);
    await signIn(email, password);
  });

  it('is signed out at once when blocked, and can sign in when unblocked', async () => {
    const email = 'blocked@partner.example';
    const password = await create(email, 'blocked-code');
    const { access_token: token } = await signIn(email, password);
    expect((await server.operator('affiliate', 'block', email)).printed).toEqual([
      `${email} is blocked.`,
    ]);
    expect((await server.post(GET, {}, { token })).status).toBe(401);
    expect(await server.post(LOGIN, { email, password })).toMatchObject({
      status: 403,
      envelope: { code: 'blocked' },
    });
    await server.operator('affiliate', 'unblock', email);
    await signIn(email, password);
  });

  it('has unique codes, none of which counts for their own sign-up', async () => {
    const email = 'codes@partner.example';
    await create(email, 'codes-code');
    const taken = await server.operator(
      'affiliate',
      'create',
      'x@partner.example',
      'X',
      'codes-code',
    );
    expect(taken).toEqual({ code: 1, printed: ['Somebody has this code.'] });
    const added = await server.operator('affiliate', 'code', email, 'second-code');
    expect(added.printed).toEqual([`${email} has the code second-code now.`]);
    const { printed } = await server.operator('affiliate', 'list');
    expect(printed.find((line) => line.includes(email))).toContain('codes-code second-code');
    expect(printed.join('\n')).not.toContain('x@partner.example');
    const password = await renew(email);
    await refer(email, 'codes-code');
    expect(await list((await signIn(email, password)).access_token)).toEqual([]);
  });
});
