// Tokens of every kind, planted wherever a client, a browser or a database can put one, while
// things go well, fail, and are given up. None may reach a log, an error that is kept, or a mail to
// the operator.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, listMails, mailTo } from '../support/mailbox.ts';
import { sendRaw } from '../support/http-server.ts';
import { signInStaff } from '../support/staff.ts';
import { SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const DESK = 'desk@trade.example';
const EMAIL = 'canary@example.com';
/** One below the number after which work is given up. */
const LAST_ATTEMPT = 11;

describeOnDatabase('tokens', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  /** By kind; each is a secret that opens something, or looks like one. */
  const canaries = new Map<string, string>();
  const texts: string[] = [];

  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: mails.url, OPERATOR_EMAIL: DESK, TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment, logLevel: 'debug' });
    canaries.set('session', (await signUp(server, EMAIL)).access_token);
    const confirmation = await mailTo(mails, EMAIL, 'Please confirm your email address');
    canaries.set('confirmation', codeIn(confirmation, '/email/confirm'));
    await server.post('/api/get/forgotPassword', { email: EMAIL });
    const reset = await mailTo(mails, EMAIL, 'Reset your password');
    canaries.set('reset', codeIn(reset, '/password/reset'));
    await server.operator('auto-login', EMAIL);
    canaries.set(
      'auto-login',
      codeIn(await mailTo(mails, EMAIL, 'Your sign-in link'), '/autoLogin'),
    );
    canaries.set('staff', (await signInStaff(server, 'canary@staff.example', 'support')).token);
    canaries.set('stranger', randomBytes(32).toString('base64url'));
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  /** Everything of a request that a client writes. */
  const headersWith = (secret: string): Record<string, string> => ({
    'x-request-id': secret,
    authorization: `Bearer ${secret}`,
    referer: `https://trade.example/platform?token=${secret}`,
    'user-agent': `Browser ${secret}`,
    cookie: `token=${secret}`,
    'accept-language': secret,
    'x-forwarded-for': secret,
    'x-proof-of-work': `${secret}.1`,
    'x-background': secret,
  });

  async function note(answer: Promise<Response>): Promise<void> {
    const response = await answer;
    texts.push(JSON.stringify([...response.headers]));
    await response.text();
  }

  /** A request with a secret in each place; what it answers does not matter. */
  async function plant(secret: string): Promise<void> {
    const headers = headersWith(secret);
    const paths = [
      `/api/get/assets?token=${secret}`,
      `/api/transactions/get?token=${secret}`,
      `/api/nowhere/${secret}?token=${secret}`,
      `/platform?token=${secret}`,
      `/password/reset/${secret}`,
      `/autoLogin/${secret}`,
      `/${secret}`,
      `/socket.io/?EIO=4&transport=polling&token=${secret}`,
      `/api/backoffice/customers?search=${secret}&after=${secret}`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'DELETE']) {
        await note(fetch(`${server.url}${path}`, { method, headers, redirect: 'manual' }));
      }
    }
    const bodies = [
      JSON.stringify({ email: EMAIL, password: secret, info: secret }),
      JSON.stringify({ email: `${secret}@example.com`, password: secret, token: secret }),
      JSON.stringify({ code: secret, new_password: secret, confirm_password: secret }),
      JSON.stringify({ challenge: secret, code: '000000', [secret]: secret }),
      JSON.stringify({ token: secret, requestId: secret, amount: secret }),
      `{"token":"${secret}`,
      secret,
    ];
    const routes = [
      '/api/accounts/login',
      '/api/accounts/login/second',
      `/api/accounts/login/${secret}x`,
      '/api/accounts/confirmEmail',
      '/api/accounts/get',
      '/api/transactions/create',
      '/api/backoffice/login',
      '/api/affiliate/login',
    ];
    for (const body of bodies) {
      for (const path of routes) {
        const type = body === secret ? `text/${secret}` : 'application/json';
        const init = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
        await note(fetch(`${server.url}${path}`, init));
      }
    }
    const form = new FormData();
    form.set('token', secret);
    form.set('file', new Blob([secret]), `${secret}.jpg`);
    await note(
      fetch(`${server.url}/api/documents/upload`, { method: 'POST', headers, body: form }),
    );
    await sendRaw(server.url, `GET /${secret} HTTP/9.9\n${secret}\n\n`).catch(() => '');
  }

  /** What is not ours to keep secret: mails to the customer hold their own links. */
  function seen(): string {
    const toOperator = listMails(mails, DESK).join('\n');
    return [server.log.join(''), toOperator, ...texts].join('\n');
  }

  async function expectNone(): Promise<void> {
    const kept = await server.query(`select last_error from jobs where last_error is not null`);
    const all = `${seen()}\n${JSON.stringify(kept)}`;
    for (const [kind, secret] of canaries) {
      // Its beginning would be enough to find it by.
      expect(all.includes(secret.slice(0, 30)), `a token of kind ${kind}`).toBe(false);
    }
  }

  it('reach no log while requests are answered and rejected', async () => {
    for (const secret of canaries.values()) await plant(secret);
    expect(server.log.some((line) => line.includes('"answered"'))).toBe(true);
    await expectNone();
  });

  it('reach no log with an error that quotes the input', async () => {
    await server.query(`
      create function quote_row() returns trigger language plpgsql as $$
      begin raise exception 'not stored: %', new; end $$`);
    await server.query(
      'create trigger quoting before insert on sessions for each row execute function quote_row()',
    );
    const credentials = { email: EMAIL, password: SIGN_UP.password };
    for (const secret of canaries.values()) {
      const headers = { 'user-agent': `Browser ${secret}`, 'x-request-id': secret };
      const reply = await server.post('/api/accounts/login', credentials, { headers });
      expect(reply.status).toBe(500);
    }
    await server.query('drop trigger quoting on sessions');
    expect(server.log.filter((line) => line.includes('not stored'))).toHaveLength(canaries.size);
    await expectNone();
  });

  it('reach no log, stored error or operator mail when a job fails permanently', async () => {
    for (const secret of canaries.values()) {
      await server.query('drop trigger if exists quoting on notifications');
      await server.query(`
        create or replace function quote_token() returns trigger language plpgsql as $$
        begin raise exception 'at https://trade.example/platform?token=${secret}&x=1 and /autoLogin/${secret}'; end $$`);
      await server.query(
        'create trigger quoting before delete on notifications execute function quote_token()',
      );
      const before = server.log.filter((line) => line.includes('work was given up')).length;
      await server.query(
        `insert into jobs (kind, key, payload, created_at, due_at, attempts)
         values ('notices.purge', $1, '{}', now(), now(), ${LAST_ATTEMPT})`,
        [`canary-${before}`],
      );
      await eventually(() => {
        const now = server.log.filter((line) => line.includes('work was given up')).length;
        expect(now).toBe(before + 1);
      });
    }
    await eventually(() => expect(listMails(mails, DESK).join()).toContain('Work was given up'));
    await server.query('drop trigger quoting on notifications');
    const kept = await server.query(
      `select last_error from jobs where last_error like '%trade.example%'`,
    );
    expect(kept).toHaveLength(canaries.size);
    await expectNone();
  });

  it('reach no log during a database outage', async () => {
    await server.query('alter table sessions rename to sessions_away');
    await server.query('alter table customers rename to customers_away');
    for (const secret of canaries.values()) await plant(secret);
    await server.query('alter table sessions_away rename to sessions');
    await server.query('alter table customers_away rename to customers');
    expect(server.log.some((line) => line.includes('a request met a bug'))).toBe(true);
    await expectNone();
  });

  it('reach no log through the live feed', async () => {
    await server.query('alter table positions rename to positions_away');
    for (const secret of canaries.values()) {
      const session = canaries.get('session') ?? '';
      const socket = await server.connect('/positions', session);
      const ask = async (event: string, message: object) =>
        await socket
          .timeout(2_000)
          .emitWithAck(event, message)
          .catch(() => undefined);
      await ask('positions', { requestId: secret, dataUser: secret });
      await ask('openPosition', { requestId: secret, symbol: secret });
      await ask(secret, { token: secret });
      socket.disconnect();
      await server.connect('/positions', secret).catch(() => undefined);
    }
    await server.query('alter table positions_away rename to positions');
    await expectNone();
  });
});
