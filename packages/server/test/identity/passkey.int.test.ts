import type { Session } from '@halyard/contract/accounts';
import type { Passkey } from '@halyard/contract/identity/passkeys';
import { MINUTE_MS } from '@halyard/core/time';
import { createPasskeyAuthenticator } from '@halyard/testkit';
import type { PasskeyAuthenticator, PasskeyLies } from '@halyard/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, mailTo } from '../support/mailbox.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const SITE = 'https://trade.example.com';
const PASSKEYS = '/api/accounts/passkeys';
const LOGIN = '/api/accounts/login/passkey';
const { password } = SIGN_UP;
type Options = Readonly<Record<string, unknown>>;
const refusedAs = (status: number, code: string) => ({
  status,
  envelope: expect.objectContaining({ code, data: null }),
});

describeOnDatabase('a passkey', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = {
      SMTP_URL: mails.url,
      PUBLIC_URL: SITE,
      TRUST_PROXY: '127.0.0.1',
      OPERATOR_NAME: 'Example & Sons',
    };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  let address = 0;
  const fresh = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(address += 1)}` } });
  const post = async <Data>(path: string, body: object, token: string) =>
    await server.post<Data>(path, body, { token, ...fresh() });
  const begin = async (token: string): Promise<Options> =>
    dataOf((await post<{ options: Options }>(`${PASSKEYS}/begin`, {}, token)).envelope).options;
  const add = async (token: string, authenticator: PasskeyAuthenticator, lies?: PasskeyLies) => {
    const response = authenticator.create(await begin(token), lies);
    return await post<{ id: number }>(`${PASSKEYS}/add`, { name: 'My phone', response }, token);
  };
  const challenge = async (): Promise<Options> => {
    const reply = await server.post<{ options: Options }>(`${LOGIN}/begin`, {}, fresh());
    return dataOf(reply.envelope).options;
  };
  const use = async (authenticator: PasskeyAuthenticator, lies?: PasskeyLies) => {
    const response = authenticator.get(await challenge(), lies);
    return await server.post<Session>(LOGIN, { response }, fresh());
  };
  const enrolled = async (email: string) => {
    const { access_token: token } = await signUp(server, email);
    const authenticator = createPasskeyAuthenticator(SITE);
    const { id } = dataOf((await add(token, authenticator)).envelope);
    return { token, authenticator, id };
  };

  it('signs in without a password, is listed and announced by mail', async () => {
    const email = 'passkey@example.com';
    const { token, authenticator, id } = await enrolled(email);
    await mailTo(mails, email, 'Second factor added: passkey');
    const session = dataOf((await use(authenticator)).envelope);
    expect(session.user.email).toBe(email);
    const listed = dataOf((await post<Passkey[]>(PASSKEYS, {}, token)).envelope);
    expect(listed).toMatchObject([{ id, name: 'My phone' }]);
    expect(Date.parse(listed[0]?.last_used_at ?? '')).toBeGreaterThan(0);
    const change = { new_password: 'another one', confirm_password: 'another one' };
    const update = await post('/api/accounts/updatePassword', change, session.access_token);
    expect(update).toMatchObject(refusedAs(401, 'password-required'));
  });

  it("is labelled with the operator's name, and belongs to the site's host", async () => {
    const { access_token: token } = await signUp(server, 'label@example.com');
    const host = 'trade.example.com';
    expect(await begin(token)).toMatchObject({ rp: { name: 'Example & Sons', id: host } });
  });

  it.each<[string, PasskeyLies]>([
    ['another site', { origin: 'https://trade.example.com.evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['a challenge that nobody gave', { challenge: 'AAAA' }],
    ['another key', { isForged: true }],
    ['a copy, whose count is behind', { counter: 1 }],
  ])('does not sign in from %s', async (_of, lies) => {
    const { authenticator } = await enrolled(`lies-${address}@example.com`);
    expect((await use(authenticator)).status).toBe(200);
    expect(await use(authenticator, lies)).toMatchObject(refusedAs(401, 'invalid-credentials'));
    expect((await use(authenticator)).status).toBe(200);
  });

  it('signs in once for one count, also when a copy is used at the same time', async () => {
    const { authenticator } = await enrolled('copied-passkey@example.com');
    for (const counter of [11, 12, 13, 14, 15]) {
      const uses = await Promise.all([
        use(authenticator, { counter }),
        use(authenticator, { counter }),
      ]);
      expect(uses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 401,
      ]);
    }
  });

  it('is removed by a password reset, with a mail', async () => {
    const email = 'won-back@example.com';
    const { authenticator } = await enrolled(email);
    expect((await server.post('/api/get/forgotPassword', { email }, fresh())).status).toBe(200);
    const mail = await mailTo(mails, email, 'Reset your password');
    const passwords = { new_password: 'another one', confirm_password: 'another one' };
    const body = { code: codeIn(mail, '/password/reset'), ...passwords };
    expect((await server.post('/api/accounts/resetPassword', body, fresh())).status).toBe(200);
    expect(await use(authenticator)).toMatchObject(refusedAs(401, 'invalid-credentials'));
    await mailTo(mails, email, 'Second factor removed: passkey');
  });

  it('can answer each challenge once, within five minutes', async () => {
    const { authenticator } = await enrolled('once@example.com');
    const response = authenticator.get(await challenge());
    const replies = await Promise.all(
      Array.from({ length: 3 }, async () => server.post(LOGIN, { response }, fresh())),
    );
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 401, 401]);
    const late = authenticator.get(await challenge());
    server.advance(5 * MINUTE_MS);
    expect((await server.post(LOGIN, { response: late }, fresh())).status).toBe(401);
  });

  it.each<[string, PasskeyLies]>([
    ['another site', { origin: 'https://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['a challenge that nobody gave', { challenge: 'AAAA' }],
  ])('is not added from %s', async (_of, lies) => {
    const { access_token: token } = await signUp(server, `not-added-${address}@example.com`);
    const reply = await add(token, createPasskeyAuthenticator(SITE), lies);
    expect(reply).toMatchObject(refusedAs(401, 'code-invalid'));
    expect(dataOf((await post<Passkey[]>(PASSKEYS, {}, token)).envelope)).toEqual([]);
  });

  it('is added once by the customer who started, and requires the password', async () => {
    const { token, authenticator } = await enrolled('mine@example.com');
    const { access_token: foreign } = await signUp(server, 'not-mine@example.com');
    const response = createPasskeyAuthenticator(SITE).create(await begin(token));
    const body = { name: 'x', response };
    expect(await post(`${PASSKEYS}/add`, body, foreign)).toMatchObject(
      refusedAs(401, 'code-invalid'),
    );
    // One that is known already, to whomever.
    expect(await add(foreign, authenticator)).toMatchObject(refusedAs(401, 'code-invalid'));
    server.advance(16 * MINUTE_MS);
    expect(await post(`${PASSKEYS}/begin`, {}, token)).toMatchObject(
      refusedAs(401, 'password-required'),
    );
  });

  it('is limited to ten per account', async () => {
    const { token } = await enrolled('ten@example.com');
    for (let count = 1; count < 10; count += 1) {
      expect((await add(token, createPasskeyAuthenticator(SITE))).status).toBe(200);
    }
    expect(await post(`${PASSKEYS}/begin`, {}, token)).toMatchObject(
      refusedAs(422, 'too-many-passkeys'),
    );
  });

  it('is removed only by its owner, and then no longer signs in', async () => {
    const { token, authenticator, id } = await enrolled('removed@example.com');
    const { access_token: foreign } = await signUp(server, 'remover@example.com');
    expect(await post(`${PASSKEYS}/remove`, { id }, foreign)).toMatchObject(
      refusedAs(404, 'not-found'),
    );
    expect((await post(`${PASSKEYS}/remove`, { id }, token)).status).toBe(200);
    expect(await use(authenticator)).toMatchObject(refusedAs(401, 'invalid-credentials'));
    await mailTo(mails, 'removed@example.com', 'Second factor removed: passkey');
  });

  it('ends the other sessions when added or removed', async () => {
    const { token, authenticator, id } = await enrolled('others@example.com');
    const isOpen = async (other: string) =>
      (await post('/api/accounts/get', {}, other)).status === 200;
    const signInElsewhere = async () => dataOf((await use(authenticator)).envelope).access_token;
    const before = await signInElsewhere();
    expect((await add(token, createPasskeyAuthenticator(SITE))).status).toBe(200);
    expect([await isOpen(before), await isOpen(token)]).toEqual([false, true]);
    const after = await signInElsewhere();
    expect((await post(`${PASSKEYS}/remove`, { id }, token)).status).toBe(200);
    expect([await isOpen(after), await isOpen(token)]).toEqual([false, true]);
  });

  it('does not sign a blocked customer in', async () => {
    const { authenticator } = await enrolled('blocked@example.com');
    await server.operator('customer', 'block', 'blocked@example.com');
    expect(await use(authenticator)).toMatchObject(refusedAs(403, 'blocked'));
  });

  it('replaces the code of the second factor, only for its owner', async () => {
    const email = 'stands@example.com';
    const { token, authenticator } = await enrolled(email);
    const other = await enrolled('stands-not@example.com');
    const factor = '/api/accounts/secondFactor';
    const begun = await post<{ secret: string }>(`${factor}/enable`, {}, token);
    const { secret } = dataOf(begun.envelope);
    const timestamp = Date.now() + server.offsetMs();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    expect((await post(`${factor}/confirm`, { code }, token)).status).toBe(200);

    const login = await server.post('/api/accounts/login', { email, password }, fresh());
    const facts = login.envelope.status === 'error' ? login.envelope.facts : {};
    const answer = async (from: PasskeyAuthenticator) => {
      const body = { challenge: facts?.challenge, passkey: from.get(await challenge()) };
      return await server.post<Session>('/api/accounts/login/second', body, fresh());
    };
    expect(await answer(other.authenticator)).toMatchObject(refusedAs(401, 'code-invalid'));
    const session = dataOf((await answer(authenticator)).envelope);
    expect(session.user.email).toBe(email);

    const renew = async () =>
      (await post(`${factor}/recoveryCodes`, {}, session.access_token)).status;
    expect(await renew()).toBe(401);
    const passkey = authenticator.get(await challenge());
    expect((await post('/api/accounts/prove', { passkey }, session.access_token)).status).toBe(200);
    expect(await renew()).toBe(200);
  });

  it('is rejected if it is malformed', async () => {
    const response = createPasskeyAuthenticator(SITE).get(await challenge());
    expect((await server.post(LOGIN, { response }, fresh())).status).toBe(401);
    const parts = response.response;
    for (const bad of [
      { ...response, response: { ...parts, clientDataJSON: 'AAAA' } },
      { ...response, response: { ...parts, authenticatorData: 'AAAA' } },
      { ...response, response: { ...parts, signature: 'AAAA' } },
      { ...response, id: 'AAAA' },
    ]) {
      expect((await server.post(LOGIN, { response: bad }, fresh())).status).toBe(401);
    }
    for (const bad of [{}, { response: {} }, { response: { ...response, id: '*' } }]) {
      expect((await server.post(LOGIN, bad, fresh())).status).toBe(422);
    }
  });
});
