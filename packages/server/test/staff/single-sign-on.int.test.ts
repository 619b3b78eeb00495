import type { StaffSession } from '@halyard/contract/backoffice/sign-in';
import { DAY_MS } from '@halyard/core/time';
import { createTransactionId } from '#features/payments/payments.ts';
import { startForgingProvider } from '@halyard/testkit';
import type { ForgedToken, ForgingProvider } from '@halyard/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, startOpenidProvider } from '../support/openid-provider.ts';
import type { OpenidProvider, Person } from '../support/openid-provider.ts';
import { codeOf, createStaff, nextCodeOf, signInStaff } from '../support/staff.ts';
import {
  START,
  codeOfRejection,
  finish,
  person,
  rolesOf,
  settingsOf,
  signOnAs,
  start,
} from '../support/sign-on.ts';
import { dataOf, signUpTrader, startServer } from '../support/start-server.ts';
import type { Reply, TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const OPTIONS = '/api/backoffice/sign-in-options';
const LOGIN = '/api/backoffice/login';
const SIGN_ON_MS = 10 * 60_000;

describeOnDatabase('single sign-on with a provider', (database) => {
  let provider: OpenidProvider;
  let server: TestServer;
  beforeAll(async () => {
    provider = await startOpenidProvider();
    server = await startServer({
      database,
      environment: { ...settingsOf(provider.issuer), BOOKING_FOUR_EYES: '100' },
    });
    provider.register(`${server.url}/backoffice/sign-on`);
  });
  afterAll(async () => {
    await server.stop();
    await provider.close();
  });

  const signOn = async (who: Person) => await signOnAs(server, provider, who);

  it('creates a member for a new person, with the roles of the claim and a normal session', async () => {
    const { url, secret } = await start(server);
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/backoffice/sign-on`,
      scope: 'openid email profile',
    });
    const distinct = ['state', 'nonce', 'code_challenge'].map((name) => asked.get(name));
    expect(new Set([...distinct, secret]).size).toBe(4);
    const response = await provider.signIn(url, person('new', 'desk', 'unknown', 'money'));
    const { access_token: token, staff } = dataOf(
      (await finish(server, secret, response)).envelope,
    );
    expect(staff).toMatchObject({
      email: 'new@example.com',
      name: 'new',
      roles: ['support', 'finance', 'dealing'],
    });
    const me = await server.get('/api/backoffice/me', { token });
    expect(dataOf(me.envelope)).toMatchObject({ id: staff.id, roles: staff.roles });
    const events = await server.query(
      `select actor, action, after from audit_events where subject = $1 order by id`,
      [`staff:${staff.id}`],
    );
    expect(events).toMatchObject([
      { actor: 'single-sign-on', action: 'staff.create' },
      { actor: 'single-sign-on', action: 'staff.link-sign-on' },
      { actor: `staff:${staff.id}`, action: 'session.start', after: { by: 'single sign-on' } },
    ]);
    server.advance(15 * 60_000 + 1_000);
    expect((await server.get('/api/backoffice/me', { token })).status).toBe(401);
  });

  it('links the member with the verified email, and sets the roles at each sign-in', async () => {
    const {
      id,
      secret: totp,
      password,
    } = await signInStaff(server, 'known@example.com', 'content');
    const first = dataOf((await signOn(person('known', 'money'))).envelope);
    expect([first.staff.id, first.staff.roles]).toEqual([id, ['finance']]);
    const [row] = await server.query('select changed_by from staff where id = $1', [id]);
    expect(row?.['changed_by']).toBe('single-sign-on');
    // The person keeps the account whatever their email becomes.
    const moved = { ...person('known', 'money', 'desk'), email: 'other@example.com' };
    const second = dataOf((await signOn(moved)).envelope);
    expect([second.staff.id, second.staff.email]).toEqual([id, 'known@example.com']);
    expect(await rolesOf(server, 'known@example.com')).toEqual(['support', 'finance', 'dealing']);
    // The local credentials would outlive the person's account at the provider.
    const local = { email: 'known@example.com', password, code: nextCodeOf(server, totp) };
    expect(codeOfRejection(await server.post(LOGIN, local))).toBe('sign-on-required');
    const asMember = await server.operatorAs(local, 'withdrawal', 'approve', 'one');
    expect(asMember.printed.join()).toContain('Use single sign-on');
    // Without a mapped role nobody gets in, and who was in is out.
    const refused = await signOn(person('known', 'unknown'));
    expect([refused.status, codeOfRejection(refused)]).toEqual([403, 'sign-on-no-role']);
    expect(await rolesOf(server, 'known@example.com')).toEqual([]);
    const { access_token: token } = second;
    expect((await server.get('/api/backoffice/me', { token })).status).toBe(401);
  });

  it('replaces a password that an admin set', async () => {
    await server.operator('staff', 'create', 'first@example.com', 'First', 'finance');
    const { staff } = dataOf((await signOn(person('first', 'money'))).envelope);
    expect(staff.must_change_password).toBeUndefined();
  });

  it('rejects people without a role or a verified email, without creating a member', async () => {
    expect(codeOfRejection(await signOn(person('stranger')))).toBe('sign-on-no-role');
    const unverified = { ...person('unverified', 'money'), email_verified: false };
    expect(codeOfRejection(await signOn(unverified))).toBe('sign-on-email');
    expect(await rolesOf(server, 'stranger@example.com')).toBeUndefined();
    expect(await rolesOf(server, 'unverified@example.com')).toBeUndefined();
  });

  it('refuses another person with a linked email, until the credentials are reset', async () => {
    const { staff } = dataOf((await signOn(person('reused', 'money'))).envelope);
    const other = { ...person('reused', 'admins'), sub: 'somebody-else' };
    expect(codeOfRejection(await signOn(other))).toBe('sign-on-failed');
    expect(await rolesOf(server, 'reused@example.com')).toEqual(['finance']);
    await server.operator('staff', 'reset-second-factor', 'reused@example.com');
    expect(dataOf((await signOn(other)).envelope).staff.id).toBe(staff.id);
  });

  it('keeps a blocked member out', async () => {
    await signOn(person('blocked', 'money'));
    await server.operator('staff', 'disable', 'blocked@example.com');
    expect(codeOfRejection(await signOn(person('blocked', 'money')))).toBe('blocked');
    await createStaff(server, 'blocked-local@example.com', ['finance']);
    await server.operator('staff', 'disable', 'blocked-local@example.com');
    expect(codeOfRejection(await signOn(person('blocked-local', 'money')))).toBe('blocked');
  });

  it('accepts a reply once, from the browser that started, within ten minutes', async () => {
    const who = person('careful', 'money');
    const mine = await start(server);
    const theirs = await start(server);
    const response = await provider.signIn(mine.url, who);
    expect(codeOfRejection(await finish(server, theirs.secret, response))).toBe('sign-on-failed');
    const { secret } = mine;
    expect((await finish(server, secret, response)).status).toBe(200);
    expect(codeOfRejection(await finish(server, secret, response))).toBe('sign-on-failed');
    const wrong = await start(server);
    const answer = new URLSearchParams(await provider.signIn(wrong.url, who));
    answer.set('state', 'of-somebody-else');
    expect(codeOfRejection(await finish(server, wrong.secret, answer.toString()))).toBe(
      'sign-on-failed',
    );
    const late = await start(server);
    const tooLate = await provider.signIn(late.url, who);
    server.advance(SIGN_ON_MS);
    expect(codeOfRejection(await finish(server, late.secret, tooLate))).toBe('sign-on-failed');
    const denied = await start(server);
    const state = new URL(denied.url).searchParams.get('state') ?? '';
    const error = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    expect(codeOfRejection(await finish(server, denied.secret, error.toString()))).toBe(
      'sign-on-failed',
    );
    expect(server.log.join()).toContain('"error":"access_denied"');
  });

  it('counts members as two approvers once the link is a week old', async () => {
    const { user } = await signUpTrader(server, 'customer@example.com', '50');
    const grant = { customer_id: user.id, kind: 'bonus', amount: '500', reason: 'a test' };
    const body = { ...grant, transaction_id: createTransactionId('D') };
    const grantBy = async (name: string): Promise<Reply<object>> => {
      const { access_token: token } = dataOf((await signOn(person(name, 'money'))).envelope);
      return await server.post<object>('/api/backoffice/deposits/grant', body, { token });
    };
    expect(codeOfRejection(await grantBy('clerk'))).toBe('approver-too-new');
    await signOn(person('colleague', 'money'));
    server.advance(8 * DAY_MS);
    expect(dataOf((await grantBy('clerk')).envelope)).toMatchObject({ waiting: true });
    expect(codeOfRejection(await grantBy('clerk'))).toBe('second-person');
    // A local member can be the same person as the clerk.
    const local = await signInStaff(server, 'local-clerk@example.com', 'finance');
    await server.query(`update staff set changed_at = changed_at - interval '30 days'`);
    const grantAs = async ({ token }: { readonly token: string }): Promise<Reply<object>> =>
      await server.post<object>('/api/backoffice/deposits/grant', body, { token });
    expect(codeOfRejection(await grantAs(local))).toBe('approver-not-linked');
    // Several people can open the safe with the credentials of a break-glass account.
    await server.query(`update staff set is_break_glass = true where email like 'colleague@%'`);
    expect(codeOfRejection(await grantBy('colleague'))).toBe('approver-not-linked');
    await server.query(`update staff set is_break_glass = false`);
    expect(dataOf((await grantBy('colleague')).envelope)).toMatchObject({ waiting: false });
  });

  it('logs neither secrets nor codes nor tokens', async () => {
    const { url, secret } = await start(server);
    const response = await provider.signIn(url, person('quiet', 'money'));
    const { access_token: token } = dataOf((await finish(server, secret, response)).envelope);
    const code = new URLSearchParams(response).get('code') ?? '';
    const log = server.log.join('\n');
    for (const text of [secret, token, code, CLIENT_SECRET]) expect(log).not.toContain(text);
    expect(log).toContain('credentials were taken');
  });
});

describeOnDatabase('single sign-on with a provider that is not to be trusted', (database) => {
  let provider: ForgingProvider;
  let server: TestServer;
  beforeAll(async () => {
    const claims = { sub: 'forged', email: 'forged@example.com', email_verified: true };
    provider = await startForgingProvider({
      clientId: CLIENT_ID,
      claims: { ...claims, groups: ['admins'] },
    });
    server = await startServer({ database, environment: settingsOf(provider.issuer) });
  });
  afterAll(async () => await server.stop());

  async function signOn(token: ForgedToken): Promise<Reply<StaffSession>> {
    provider.forge(token);
    const { url, secret } = await start(server);
    const { headers } = await fetch(url, { redirect: 'manual' });
    return await finish(server, secret, new URL(headers.get('location') ?? '').search);
  }

  const expired = Math.floor(Date.now() / 1000) - 60;
  it.each<[string, ForgedToken]>([
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an end that has passed', { claims: { exp: expired, iat: expired - 60 } }],
    ['another issuer', { claims: { iss: 'https://id.example.com' } }],
    ['no signature', { algorithm: 'none' }],
    ['the signature of another key', { isSignedByOther: true }],
    ['an answer of another issuer', { responseIssuer: 'https://id.example.com' }],
  ])('refuses a token with %s', async (_what, token) => {
    const refused = await signOn(token);
    expect([refused.status, codeOfRejection(refused)]).toEqual([401, 'sign-on-failed']);
    expect(await server.query('select 1 from staff')).toEqual([]);
  });

  it('accepts a correct configuration, and says how to sign in', async () => {
    expect(dataOf((await signOn({})).envelope).staff.roles).toEqual(['admin']);
    expect(dataOf((await server.get(OPTIONS)).envelope)).toEqual({
      single_sign_on: { label: 'Continue with Example ID' },
    });
  });

  it('starts and lets staff sign in with a password while the provider is unavailable', async () => {
    const { email, password, secret } = await signInStaff(server, 'local@example.com', 'support');
    const { secret: started, url } = await start(server);
    await provider.close();
    const response = new URLSearchParams({
      code: 'a-code',
      state: new URL(url).searchParams.get('state') ?? '',
      iss: provider.issuer,
    });
    const away = await finish(server, started, response.toString());
    expect([away.status, codeOfRejection(away)]).toEqual([502, 'sign-on-unavailable']);
    await server.stop();
    const offsetMs = server.offsetMs() + 30_000;
    server = await startServer({ database, offsetMs, environment: settingsOf(provider.issuer) });
    expect(codeOfRejection(await server.post(START, {}))).toBe('sign-on-unavailable');
    const body = { email, password, code: codeOf(server, secret) };
    expect((await server.post('/api/backoffice/login', body)).status).toBe(200);
  });

  it('offers nothing without its settings', async () => {
    await server.stop();
    server = await startServer({ database, offsetMs: server.offsetMs() });
    expect(dataOf((await server.get(OPTIONS)).envelope)).toEqual({});
    expect(codeOfRejection(await server.post(START, {}))).toBe('not-found');
    expect(codeOfRejection(await finish(server, 'x'.repeat(43), ''))).toBe('not-found');
  });
});
