import type { Session } from '@halyard/contract/accounts';
import { HOUR_MS, MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, listMails, mailTo } from '../support/mailbox.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const FORGOT = '/api/get/forgotPassword';
const RESET = '/api/accounts/resetPassword';
const UPDATE = '/api/accounts/updatePassword';
const { password } = SIGN_UP;
const NEW = 'quite another one';
const newPasswords = { new_password: NEW, confirm_password: NEW };
const refusedAs = (status: number, code: string) => ({
  status,
  envelope: expect.objectContaining({ code, data: null }),
});

describeOnDatabase('a password', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  const start = async () =>
    await startServer({
      database,
      environment: { TRUST_PROXY: '127.0.0.1', SMTP_URL: mails.url },
    });
  beforeAll(async () => {
    mails = await startMailServer();
    server = await start();
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  let address = 0;
  /** Of a network that nobody asked from before. */
  const fresh = () => ({ headers: { 'x-forwarded-for': `198.51.100.${(address += 1)}` } });
  const signIn = async (email: string, secret: string = password) =>
    await server.post<Session>('/api/accounts/login', { email, password: secret }, fresh());
  const isOpen = async (token: string) =>
    (await server.post('/api/accounts/get', {}, { token })).status === 200;
  const forgotten = async (email: string): Promise<string> => {
    expect(await server.post(FORGOT, { email }, fresh())).toMatchObject({ status: 200 });
    return codeIn(await mailTo(mails, email, 'Reset your password'), '/password/reset');
  };

  it('is reset by a link that works once and ends every session [c-forgot]', async () => {
    const email = 'forgot@example.com';
    const { access_token: token } = await signUp(server, email);
    const code = await forgotten(` FORGOT@example.com`.trim().toLowerCase());
    expect(await isOpen(token)).toBe(true);
    const reset = await server.post(RESET, { code, ...newPasswords }, fresh());
    expect(reset).toMatchObject({ status: 200, envelope: { status: 'success', data: {} } });
    expect(await isOpen(token)).toBe(false);
    expect(await signIn(email)).toMatchObject(refusedAs(401, 'invalid-credentials'));
    expect((await signIn(email, NEW)).status).toBe(200);
    await mailTo(mails, email, 'Your password was changed');
    expect(await server.post(RESET, { code, ...newPasswords }, fresh())).toMatchObject(
      refusedAs(404, 'link-invalid'),
    );
  });

  it('is reset only by the newest link, within an hour', async () => {
    const email = 'links@example.com';
    await signUp(server, email);
    const older = await forgotten(email);
    expect(await server.post(FORGOT, { email }, fresh())).toMatchObject({ status: 200 });
    expect(await server.post(RESET, { code: older, ...newPasswords }, fresh())).toMatchObject(
      refusedAs(404, 'link-invalid'),
    );
    const newest = codeIn(listMails(mails, email).at(-1) ?? '', '/password/reset');
    server.advance(HOUR_MS);
    expect(await server.post(RESET, { code: newest, ...newPasswords }, fresh())).toMatchObject(
      refusedAs(404, 'link-invalid'),
    );
    expect((await signIn(email)).status).toBe(200);
  });

  it('is reset once per link, also for concurrent requests', async () => {
    const email = 'reset-race@example.com';
    await signUp(server, email);
    const code = await forgotten(email);
    const replies = await Promise.all(
      Array.from({ length: 5 }, async () => server.post(RESET, { code, ...newPasswords }, fresh())),
    );
    const statuses = replies.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, 404, 404, 404, 404]);
  });

  it('can’t be reset for an unknown email [v-forgot-unknown]', async () => {
    const reply = await server.post(FORGOT, { email: 'nobody@example.com' }, fresh());
    expect(reply).toMatchObject(refusedAs(404, 'email-unknown'));
    expect(reply.envelope).toMatchObject({ message: 'Email is not exist.' });
  });

  it('has a limit of resets per network and per email', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.200' };
    for (let count = 0; count < 10; count += 1) {
      const email = `probe-${count}@example.com`;
      expect((await server.post(FORGOT, { email }, { headers })).status).toBe(404);
    }
    const probed = await server.post(FORGOT, { email: 'probe-x@example.com' }, { headers });
    expect(probed).toMatchObject(refusedAs(429, 'too-many'));
    expect(Number(probed.headers.get('retry-after'))).toBeGreaterThan(0);
    await signUp(server, 'flooded@example.com');
    for (let count = 0; count < 3; count += 1) await forgotten('flooded@example.com');
    expect(await server.post(FORGOT, { email: 'flooded@example.com' }, fresh())).toMatchObject(
      refusedAs(429, 'too-many'),
    );
  });

  it('is changed after step-up authentication, which ends other sessions and sends a mail [c-update-password]', async () => {
    const email = 'change@example.com';
    const { access_token: token } = await signUp(server, email);
    const other = dataOf((await signIn(email)).envelope).access_token;
    const reply = await server.post(UPDATE, newPasswords, { token, ...fresh() });
    expect(reply).toMatchObject({ status: 200, envelope: { data: {} } });
    expect([await isOpen(token), await isOpen(other)]).toEqual([true, false]);
    expect((await signIn(email)).status).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(200);
    await mailTo(mails, email, 'Your password was changed');
  });

  it('is required again if it was entered more than 15 minutes ago', async () => {
    const email = 'stale@example.com';
    const { access_token: token } = await signUp(server, email);
    server.advance(15 * MINUTE_MS + 1);
    const change = async (more = {}) =>
      await server.post(UPDATE, { ...newPasswords, ...more }, { token, ...fresh() });
    expect(await change()).toMatchObject(refusedAs(401, 'password-required'));
    expect(await change({ current_password: 'wrong' })).toMatchObject(
      refusedAs(401, 'invalid-credentials'),
    );
    expect((await signIn(email)).status).toBe(200);
    expect((await change({ current_password: password })).status).toBe(200);
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  it.each([
    ['new_password', {}, 'This field is required', 'v-password-required'],
    ['new_password', { new_password: '' }, 'has minimum 8 characters', 'v-password-required'],
    ['new_password', { new_password: '1234567' }, 'has minimum 8 characters', 'v-password-min'],
    [
      'confirm_password',
      { new_password: '12345678', confirm_password: '12345679' },
      'The passwords do not match',
      'v-password-match',
    ],
  ])('is rejected because of %s = %j with %j [%s]', async (...row) => {
    const [field, change, text] = row;
    const email = `problem-${address}@example.com`;
    const { access_token: token } = await signUp(server, email);
    const body = { confirm_password: '1234567', ...change };
    const reply = await server.post(UPDATE, body, { token, ...fresh() });
    expect(reply).toMatchObject(refusedAs(422, 'invalid'));
    const errors = reply.envelope.status === 'error' ? reply.envelope.errors : {};
    expect(errors?.[field]).toBe(text);
    expect((await signIn(email)).status).toBe(200);
  });

  it('of 8 characters is accepted [v-password-min]', async () => {
    const { access_token: token } = await signUp(server, 'eight@example.com');
    const body = { new_password: 'kT9-vu2L', confirm_password: 'kT9-vu2L' };
    expect((await server.post(UPDATE, body, { token, ...fresh() })).status).toBe(200);
  });

  it('is rejected everywhere if it is on public lists or made of the person’s name', async () => {
    const email = 'guessable@example.com';
    const { access_token: token } = await signUp(server, email);
    const code = await forgotten(email);
    for (const known of ['Password1', 'guessable2026']) {
      const body = { new_password: known, confirm_password: known };
      expect(await server.post(UPDATE, body, { token, ...fresh() })).toMatchObject(
        refusedAs(422, 'password-known'),
      );
      expect(await server.post(RESET, { code, ...body }, fresh())).toMatchObject(
        refusedAs(422, 'password-known'),
      );
      const form = { ...SIGN_UP, email: 'guessable2026@example.com', password: known };
      expect(await server.post('/api/accounts/register', form, fresh())).toMatchObject(
        refusedAs(422, 'password-known'),
      );
    }
    expect((await server.post(RESET, { code, ...newPasswords }, fresh())).status).toBe(200);
  });
});
