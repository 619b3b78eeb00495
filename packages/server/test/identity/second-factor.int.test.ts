import type { Session } from '@halyard/contract/accounts';
import { MINUTE_MS } from '@halyard/core/time';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, mailTo } from '../support/mailbox.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const SECOND = '/api/accounts/login/second';
const FACTOR = '/api/accounts/secondFactor';
const STEP_MS = 30_000;
const { password } = SIGN_UP;
const newPasswords = { new_password: 'another one', confirm_password: 'another one' };
const refusedAs = (status: number, code: string) => ({
  status,
  envelope: expect.objectContaining({ code, data: null }),
});

describeOnDatabase('a second factor', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = {
      SMTP_URL: mails.url,
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
  /** Of a network that nobody asked from before. */
  const fresh = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(address += 1)}` } });
  const codeOf = (secret: string, steps = 0): string =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: Date.now() + server.offsetMs() + steps * STEP_MS,
    });
  const post = async <Data>(path: string, body: object, token: string) =>
    await server.post<Data>(path, body, { token, ...fresh() });
  const signIn = async (email: string) =>
    await server.post<Session>('/api/accounts/login', { email, password }, fresh());
  const challengeOf = async (email: string): Promise<string> => {
    const { status, envelope } = await signIn(email);
    expect({ status, envelope }).toMatchObject(refusedAs(401, 'second-factor'));
    return String(envelope.status === 'error' ? envelope.facts?.challenge : '');
  };
  const answer = async (challenge: string, code: string) =>
    await server.post<Session>(SECOND, { challenge, code }, fresh());
  const isOpen = async (token: string) =>
    (await server.post('/api/accounts/get', {}, { token })).status === 200;

  type Enrolled = { token: string; secret: string; recoveryCodes: readonly string[] };
  const enrol = async (email: string): Promise<Enrolled> => {
    const { access_token: token } = await signUp(server, email);
    const begun = await post<{ secret: string }>(`${FACTOR}/enable`, {}, token);
    const { secret } = dataOf(begun.envelope);
    const body = { code: codeOf(secret) };
    const done = await post<{ recovery_codes: string[] }>(`${FACTOR}/confirm`, body, token);
    // The step of that code is spent.
    server.advance(2 * STEP_MS);
    return { token, secret, recoveryCodes: dataOf(done.envelope).recovery_codes };
  };

  it('is required at sign-in once a first code enabled it, with a mail', async () => {
    const email = 'factor@example.com';
    const { access_token: token } = await signUp(server, email);
    const { access_token: other } = dataOf((await signIn(email)).envelope);
    const begun = await post<{ secret: string; uri: string }>(`${FACTOR}/enable`, {}, token);
    const { secret, uri } = dataOf(begun.envelope);
    expect(uri).toContain(`secret=${secret}`);
    expect(new URL(uri).searchParams.get('issuer')).toBe('Example & Sons');
    expect((await signIn(email)).status).toBe(200);
    const wrong = await post(`${FACTOR}/confirm`, { code: codeOf(secret, 5) }, token);
    expect(wrong).toMatchObject(refusedAs(401, 'code-invalid'));
    const code = codeOf(secret);
    const done = await post<{ recovery_codes: string[] }>(`${FACTOR}/confirm`, { code }, token);
    expect(dataOf(done.envelope).recovery_codes).toHaveLength(10);
    expect([await isOpen(token), await isOpen(other)]).toEqual([true, false]);
    await mailTo(mails, email, 'Second factor added: authenticator app');

    const challenge = await challengeOf(email);
    // Spent by the confirmation: nobody who saw it uses it again.
    expect(await answer(challenge, code)).toMatchObject(refusedAs(401, 'code-invalid'));
    server.advance(2 * STEP_MS);
    const session = dataOf((await answer(challenge, codeOf(secret))).envelope);
    expect(session.user).toMatchObject({ email, second_factor: true });
    expect(await isOpen(session.access_token)).toBe(true);
    server.advance(2 * STEP_MS);
    expect(await answer(challenge, codeOf(secret))).toMatchObject(refusedAs(401, 'session-ended'));
  });

  it('accepts no code twice, also in concurrent requests, and none that is older', async () => {
    const email = 'replay@example.com';
    const { secret } = await enrol(email);
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(email)));
    const code = codeOf(secret);
    const replies = await Promise.all(challenges.map((challenge) => answer(challenge, code)));
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 401, 401, 401]);
    const older = await answer(await challengeOf(email), codeOf(secret, -1));
    expect(older).toMatchObject(refusedAs(401, 'code-invalid'));
  });

  it('accepts a code 30 seconds off, and none a minute off', async () => {
    const email = 'drift@example.com';
    const { secret } = await enrol(email);
    for (const steps of [-2, 2]) {
      const reply = await answer(await challengeOf(email), codeOf(secret, steps));
      expect(reply).toMatchObject(refusedAs(401, 'code-invalid'));
    }
    for (const steps of [-1, 1]) {
      expect((await answer(await challengeOf(email), codeOf(secret, steps))).status).toBe(200);
      server.advance(2 * STEP_MS);
    }
  });

  it('is replaced by each recovery code once, with a mail', async () => {
    const email = 'recovery@example.com';
    const { recoveryCodes } = await enrol(email);
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    expect((await answer(await challengeOf(email), typed)).status).toBe(200);
    expect(await mailTo(mails, email, 'A recovery code was used')).toContain('Codes left: 9');
    expect(await answer(await challengeOf(email), first)).toMatchObject(
      refusedAs(401, 'code-invalid'),
    );
    expect((await answer(await challengeOf(email), second)).status).toBe(200);
  });

  it('allows at most five attempts per challenge, within five minutes', async () => {
    const email = 'challenge@example.com';
    const { secret } = await enrol(email);
    const tried = await challengeOf(email);
    for (let count = 0; count < 5; count += 1) {
      expect((await answer(tried, '000000')).status).toBe(401);
    }
    expect(await answer(tried, codeOf(secret))).toMatchObject(refusedAs(401, 'session-ended'));
    const late = await challengeOf(email);
    server.advance(5 * MINUTE_MS);
    expect(await answer(late, codeOf(secret))).toMatchObject(refusedAs(401, 'session-ended'));
    expect(await answer('nonsense', codeOf(secret))).toMatchObject(refusedAs(401, 'session-ended'));
  });

  it('delays guesses increasingly, with a mail, except from the owner’s usual network', async () => {
    const email = 'guessed@example.com';
    const { secret } = await enrol(email);
    for (let count = 0; count < 5; count += 1) {
      await answer(await challengeOf(email), '000000');
    }
    for (const seconds of [2, 3, 5, 9]) {
      server.advance(seconds * 1000);
      await answer(await challengeOf(email), '000000');
    }
    const challenge = await challengeOf(email);
    // Who is told to wait has not tried: none of the challenge's five tries is spent.
    for (let count = 0; count < 6; count += 1) {
      expect(await answer(challenge, codeOf(secret))).toMatchObject(refusedAs(429, 'too-many'));
    }
    await mailTo(mails, email, 'Wrong second-factor codes');
    const home = { challenge, code: codeOf(secret) };
    expect((await server.post(SECOND, home)).status).toBe(200);
  });

  it('is required again before credentials change, in the call or shortly before', async () => {
    const email = 'change@example.com';
    const { token, secret } = await enrol(email);
    const change = async (more = {}) =>
      await post('/api/accounts/updatePassword', { ...newPasswords, ...more }, token);
    expect(await change()).toMatchObject(refusedAs(401, 'second-factor'));
    expect(await change({ code: '000000' })).toMatchObject(refusedAs(401, 'code-invalid'));
    expect((await change({ code: codeOf(secret) })).status).toBe(200);
    server.advance(2 * STEP_MS);
    const renew = async () => (await post(`${FACTOR}/recoveryCodes`, {}, token)).status;
    expect(await renew()).toBe(401);
    expect((await post('/api/accounts/prove', { code: codeOf(secret) }, token)).status).toBe(200);
    expect(await renew()).toBe(200);
    await mailTo(mails, email, 'New recovery codes were created');
    server.advance(5 * MINUTE_MS + 1);
    expect(await renew()).toBe(401);
  });

  it('is turned off with a code, which invalidates the recovery codes, with a mail', async () => {
    const email = 'off@example.com';
    const { token, secret, recoveryCodes } = await enrol(email);
    const disable = async (body: object) => await post(`${FACTOR}/disable`, body, token);
    expect(await disable({})).toMatchObject(refusedAs(401, 'second-factor'));
    const challenge = await challengeOf(email);
    expect((await disable({ code: codeOf(secret) })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect(await answer(challenge, recoveryCodes[0] ?? '')).toMatchObject(
      refusedAs(401, 'session-ended'),
    );
    await mailTo(mails, email, 'Second factor removed: authenticator app');
    expect(await disable({})).toMatchObject(refusedAs(404, 'not-found'));
  });

  it('is turned off by the operator for a customer who lost everything, with a mail', async () => {
    const email = 'lost@example.com';
    await enrol(email);
    const off = async (...words: string[]) =>
      (await server.operator('second-factor', 'off', ...words)).code;
    expect(await off(email)).toBe(2);
    expect(await off('nobody@example.com', 'asked')).toBe(1);
    expect(await off(email, 'came in person')).toBe(0);
    expect((await signIn(email)).status).toBe(200);
    await mailTo(mails, email, 'Second factor removed: authenticator app');
    expect(await off(email, 'again')).toBe(1);
  });

  it('restarts setup with each try, expires after 15 minutes, and is not enabled twice', async () => {
    const { access_token: token } = await signUp(server, 'begin@example.com');
    const begin = async () =>
      dataOf((await post<{ secret: string }>(`${FACTOR}/enable`, {}, token)).envelope).secret;
    const confirm = async (secret: string) =>
      await post(`${FACTOR}/confirm`, { code: codeOf(secret) }, token);
    expect(await confirm('GEZDGNBVGY3TQOJQ')).toMatchObject(refusedAs(404, 'not-found'));
    const first = await begin();
    const second = await begin();
    expect(await confirm(first)).toMatchObject(refusedAs(401, 'code-invalid'));
    expect((await confirm(second)).status).toBe(200);
    expect(await post(`${FACTOR}/enable`, {}, token)).toMatchObject(refusedAs(404, 'not-found'));
  });

  it('is required after an auto-login link, too', async () => {
    const email = 'by-link@example.com';
    const { secret } = await enrol(email);
    await server.operator('auto-login', email);
    const link = codeIn(await mailTo(mails, email, 'Your sign-in link'), '/autoLogin');
    const use = async () => {
      const path = `/api/accounts/login/${link}`;
      const { envelope } = await server.post<Session>(path, {}, fresh());
      const facts = envelope.status === 'error' ? envelope.facts : {};
      const reply = await answer(String(facts?.challenge), codeOf(secret));
      server.advance(2 * STEP_MS);
      return dataOf(reply.envelope).access_token;
    };
    const first = await use();
    const second = await use();
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true]);
    const change = await post('/api/accounts/updatePassword', newPasswords, second);
    expect(change).toMatchObject(refusedAs(401, 'password-required'));
  });

  it('keeps its secret encrypted in the database and out of the log', async () => {
    const { secret, recoveryCodes } = await enrol('sealed@example.com');
    const offsetMs = server.offsetMs();
    await server.stop();
    const db = await database.open();
    const rows = await db.query(
      `select f::text || coalesce((select string_agg(r::text, '') from recovery_codes r), '') as row
       from second_factors f`,
      [],
    );
    await db.close();
    const stored = JSON.stringify(rows) + server.log.join('\n');
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    const environment = { SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment, offsetMs });
    const challenge = await challengeOf('sealed@example.com');
    expect((await answer(challenge, codeOf(secret))).status).toBe(200);
  });
});
