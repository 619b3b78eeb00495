import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from '@halyard/contract/accounts';
import { MINUTE_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, listMails, mailTo } from '../support/mailbox.ts';
import { eventually } from '../support/eventually.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const invalid = {
  status: 404,
  envelope: expect.objectContaining({ code: 'link-invalid', message: 'Url not valid' }),
};

describeOnDatabase('an auto-login link', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: mails.url, PUBLIC_URL: 'https://trade.example.com' };
    server = await startServer({ database, environment });
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  const createLink = async (email: string): Promise<string> => {
    const { code, printed } = await server.operator('auto-login', email);
    expect(code).toBe(0);
    // Nobody but the customer sees the link.
    expect(printed.join()).not.toContain('autoLogin');
    const mail = await mailTo(mails, email, 'Your sign-in link');
    return codeIn(mail, 'https://trade.example.com/autoLogin');
  };
  const use = async (code: string) =>
    await server.post<Session>(`/api/accounts/login/${code}`, { info: '{"ip":"192.0.2.1"}' });
  const isOpen = async (token: string) =>
    (await server.post('/api/accounts/get', {}, { token })).status === 200;

  it('signs in three times, each ending the previous session, and notifies by mail [c-autologin] [s-autologin]', async () => {
    const email = 'link@example.com';
    const { access_token: own } = await signUp(server, email);
    const code = await createLink(email);
    const tokens: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const session = dataOf((await use(code)).envelope);
      expect(session.user).toMatchObject({ email, token: session.access_token });
      tokens.push(session.access_token);
    }
    expect(await Promise.all([own, ...tokens].map(isOpen))).toEqual([true, false, false, true]);
    expect(await use(code)).toMatchObject(invalid);
    const mail = await mailTo(mails, email, 'A sign-in link was used');
    expect(mail).toContain('with Unknown device from 127.0.0.1');
    await eventually(() => {
      const notified = listMails(mails, email).filter((text) =>
        text.includes('Subject: A sign-in link was used'),
      );
      expect(notified).toHaveLength(3);
    });
  });

  it('closes the sockets of its previous use within five seconds, and keeps the browser’s details', async () => {
    await signUp(server, 'socket@example.com');
    const code = await createLink('socket@example.com');
    const first = dataOf((await use(code)).envelope).access_token;
    const socket = await server.connect('/positions', first);
    const closed = new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));
    await use(code);
    await expect(Promise.race([closed.then(() => 'closed'), sleep(5_000)])).resolves.toBe('closed');
    await server.stop();
    const db = await database.open();
    const rows = await db.query(
      `select assurance, client_info from sessions where client_info is not null limit 1`,
      [],
    );
    await db.close();
    const environment = { SMTP_URL: mails.url, PUBLIC_URL: 'https://trade.example.com' };
    server = await startServer({ database, environment, offsetMs: server.offsetMs() });
    expect(rows).toEqual([{ assurance: 'low', client_info: { ip: '192.0.2.1' } }]);
  });

  it('leaves one session after three concurrent uses', async () => {
    await signUp(server, 'race@example.com');
    const code = await createLink('race@example.com');
    const replies = await Promise.all([use(code), use(code), use(code)]);
    const tokens = replies.map(({ envelope }) => dataOf(envelope).access_token);
    const open = await Promise.all(tokens.map(isOpen));
    expect(open.filter(Boolean)).toHaveLength(1);
  });

  it('is invalid after 15 minutes, for unknown codes, and after a password change [r-autologin-error]', async () => {
    await signUp(server, 'old@example.com');
    const late = await createLink('old@example.com');
    server.advance(15 * MINUTE_MS);
    expect(await use(late)).toMatchObject(invalid);
    expect(await use('x'.repeat(43))).toMatchObject(invalid);
    const { access_token: token } = await signUp(server, 'changed@example.com');
    const code = await createLink('changed@example.com');
    const body = { new_password: 'another one', confirm_password: 'another one' };
    expect((await server.post('/api/accounts/updatePassword', body, { token })).status).toBe(200);
    expect(await use(code)).toMatchObject(invalid);
  });

  it('does not sign a blocked customer in', async () => {
    await signUp(server, 'barred@example.com');
    const code = await createLink('barred@example.com');
    await server.operator('customer', 'block', 'barred@example.com');
    expect(await use(code)).toMatchObject({
      status: 403,
      envelope: expect.objectContaining({ code: 'blocked' }),
    });
  });

  it('gives a session that can’t change credentials until the password is entered', async () => {
    await signUp(server, 'low@example.com');
    const code = await createLink('low@example.com');
    const token = dataOf((await use(code)).envelope).access_token;
    const body = { new_password: 'another one', confirm_password: 'another one' };
    const change = async () => await server.post('/api/accounts/updatePassword', body, { token });
    const refused = {
      status: 401,
      envelope: expect.objectContaining({ code: 'password-required' }),
    };
    expect(await change()).toMatchObject(refused);
    const enable = await server.post('/api/accounts/secondFactor/enable', {}, { token });
    expect(enable).toMatchObject(refused);
    const stepUp = async (password: string) =>
      (await server.post('/api/accounts/prove', { password }, { token })).status;
    expect(await stepUp('not the password')).toBe(401);
    expect(await change()).toMatchObject(refused);
    expect(await stepUp(SIGN_UP.password)).toBe(200);
    expect((await change()).status).toBe(200);
  });

  it('is created by an operator for an existing customer', async () => {
    expect((await server.operator('auto-login', 'nobody@example.com')).code).toBe(1);
    expect((await server.operator('auto-login')).code).toBe(2);
  });
});
