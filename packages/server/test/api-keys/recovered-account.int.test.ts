// Whoever held an account for a while may have left an API key and a webhook behind. They end with
// the sessions when the customer recovers the account.
import { NewWebhook } from '@halyard/contract/v1/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createClient, createKey } from '../public-api/api-client.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { codeIn, mailTo } from '../support/mailbox.ts';
import { signInStaff } from '../support/staff.ts';
import { signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const PASSWORDS = { new_password: 'quite another one', confirm_password: 'quite another one' };

describeOnDatabase('an account that is recovered', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  beforeAll(async () => {
    mails = await startMailServer();
    server = await startServer({
      database,
      environment: { SMTP_URL: mails.url, WEBHOOK_PRIVATE_TARGETS: 'on' },
    });
  });
  afterAll(async () => {
    await server.stop();
    await mails.close();
  });

  /** An account with a key and a webhook, and what became of both. */
  const enter = async (email: string) => {
    const { access_token: token, user } = await signUp(server, email);
    const { key } = await createKey(server, token);
    const call = createClient(server, key);
    const body = { url: 'http://127.0.0.1:9/', events: ['order.filled'] };
    z.parse(NewWebhook, (await call('POST', '/webhooks', { body })).json);
    expect((await call('GET', '/webhooks')).status).toBe(200);
    const left = async () => {
      const [row] = await server.query(
        `select count(*) as webhooks from webhook_endpoints where customer_id = $1`,
        [user.id],
      );
      const events = await server.query(
        `select actor from audit_events where subject = $1 and action = 'key.revoke'`,
        [`customer:${user.id}`],
      );
      const status = (await call('GET', '/webhooks')).status;
      return { status, webhooks: row?.['webhooks'], actors: events.map(({ actor }) => actor) };
    };
    return { id: user.id, left };
  };

  it('loses keys and webhooks when its password is reset by a link', async () => {
    const email = 'reset@recovered.example';
    const { left } = await enter(email);
    await server.post('/api/get/forgotPassword', { email });
    const mail = await mailTo(mails, email, 'Reset your password');
    const code = codeIn(mail, '/password/reset');
    const reset = await server.post('/api/accounts/resetPassword', { code, ...PASSWORDS });
    expect(reset.status).toBe(200);
    expect(await left()).toEqual({ status: 401, webhooks: 0, actors: ['system'] });
  });

  it('loses keys and webhooks when staff end its sessions', async () => {
    const { id, left } = await enter('ended@recovered.example');
    const { token } = await signInStaff(server, 'support@staff.example', 'support');
    const path = `/api/backoffice/customers/${id}/end-sessions`;
    const ended = await server.post(path, { reason: 'A stranger was signed in' }, { token });
    expect(ended.status).toBe(200);
    expect(await left()).toEqual({ status: 401, webhooks: 0, actors: ['system'] });
  });
});
