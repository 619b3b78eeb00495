import type { Session } from '@halyard/contract/accounts';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, listMails, mailTo } from '../support/mailbox.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const CONFIRM = '/api/accounts/confirmEmail';
const PLEASE_CONFIRM = 'Please confirm your email address';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';
const { password } = SIGN_UP;
const PROFILE = {
  first_name: 'Test',
  last_name: 'Customer',
  phone: SIGN_UP.phone,
  birth_date: '1990-12-31',
  country_id: 276,
  state: 'Berlin',
  city: 'Berlin',
  street: 'Hauptstraße 1',
  zip_code: '10115',
  current_password: password,
};
const invalid = { status: 404, envelope: expect.objectContaining({ code: 'link-invalid' }) };

describeOnDatabase('an email', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  const isConfirmed = async (token: string): Promise<boolean> => {
    const { envelope } = await server.post<Session>('/api/accounts/get', {}, { token });
    return dataOf(envelope).user.email_confirmed;
  };
  const confirm = async (code: string) => await server.post(CONFIRM, { code });
  const codeTo = async (email: string) =>
    codeIn(await mailTo(mails, email, PLEASE_CONFIRM), '/email/confirm');

  it('is confirmed once by the link of the sign-up mail', async () => {
    const email = 'confirm@example.com';
    const { access_token: token, user } = await signUp(server, email);
    expect(user.email_confirmed).toBe(false);
    const code = await codeTo(email);
    const page = await fetch(`${server.url}/email/confirm/${code}`);
    await page.text();
    expect(await isConfirmed(token)).toBe(false);
    expect((await confirm(code)).status).toBe(200);
    expect(await isConfirmed(token)).toBe(true);
    expect(await confirm(code)).toMatchObject(invalid);
    expect(await confirm('x'.repeat(43))).toMatchObject(invalid);
  });

  it('is confirmed only by the newest link, for seven days', async () => {
    const email = 'again@example.com';
    const { access_token: token } = await signUp(server, email);
    const older = await codeTo(email);
    const again = await server.post('/api/accounts/sendConfirmation', {}, { token });
    expect(again.status).toBe(200);
    await eventually(() => expect(listMails(mails, email)).toHaveLength(2));
    expect(await confirm(older)).toMatchObject(invalid);
    const newest = await codeTo(email);
    server.advance(7 * DAY_MS);
    expect(await confirm(newest)).toMatchObject(invalid);
  });

  it('gets no new link once confirmed, and a limited number before', async () => {
    const email = 'few@example.com';
    const { access_token: token } = await signUp(server, email);
    const send = async () =>
      (await server.post('/api/accounts/sendConfirmation', {}, { token })).status;
    const statuses = [await send(), await send(), await send(), await send()];
    expect(statuses).toEqual([200, 200, 200, 429]);
    await eventually(() => expect(listMails(mails, email)).toHaveLength(4));
    await server.operator('customer', 'confirm-email', email);
    expect(await isConfirmed(token)).toBe(true);
    expect(await send()).toBe(200);
    expect(listMails(mails, email)).toHaveLength(4);
  });

  it('notifies the old address when changed, and must be confirmed again', async () => {
    const { access_token: token } = await signUp(server, 'old@example.com');
    await server.operator('customer', 'confirm-email', 'old@example.com');
    const form = { ...PROFILE, email: 'new@example.com' };
    expect((await server.post('/api/accounts/update', form, { token })).status).toBe(200);
    expect(await isConfirmed(token)).toBe(false);
    const notified = await mailTo(mails, 'old@example.com', 'Your email address was changed');
    expect(notified).toContain('new@example.com');
    expect((await confirm(await codeTo('new@example.com'))).status).toBe(200);
    expect(await isConfirmed(token)).toBe(true);
  });

  it('can’t be changed often enough to flood another mailbox', async () => {
    const { access_token: token } = await signUp(server, 'mine@example.com');
    const moveTo = async (email: string) =>
      await server.post('/api/accounts/update', { ...PROFILE, email }, { token });
    for (const email of ['victim@example.com', 'mine@example.com', 'victim@example.com']) {
      expect((await moveTo(email)).status).toBe(200);
    }
    // Each one more is put off twice as long: a slow machine gets there with the third or fourth.
    const further = ['mine', 'victim', 'mine', 'victim', 'mine'];
    let refused = await moveTo(`${further.shift()}@example.com`);
    while (refused.status === 200 && further.length > 0) {
      refused = await moveTo(`${further.shift()}@example.com`);
    }
    expect(refused).toMatchObject({ status: 429, envelope: { code: 'too-many' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('receives a notice of a sign-in from a new device only', async () => {
    const email = 'device@example.com';
    await signUp(server, email);
    const signIn = async (userAgent: string, ip: string) => {
      const headers = { 'user-agent': userAgent, 'x-forwarded-for': ip };
      const reply = await server.post('/api/accounts/login', { email, password }, { headers });
      expect(reply.status).toBe(200);
    };
    await signIn(FIREFOX, '193.0.6.139');
    const mail = await mailTo(mails, email, 'Sign-in from a new device');
    expect(mail).toContain('Firefox, Windows from Netherlands (193.0.6.139)');
    // An update, and another address of the country.
    await signIn(FIREFOX.replaceAll('145.0', '146.0'), '193.0.6.140');
    await signIn(FIREFOX.replace('Windows NT 10.0', 'X11; Linux x86_64'), '193.0.6.139');
    await signIn(FIREFOX, '8.8.8.8');
    const notified = () =>
      listMails(mails, email).filter((text) => text.includes('Subject: Sign-in from a new'));
    await eventually(() => expect(notified()).toHaveLength(3));
  });
});
