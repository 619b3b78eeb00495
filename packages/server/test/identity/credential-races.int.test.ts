// What two deeds on one account do to each other when the second is done between what the first has
// proved and what it changes.
import type { Session } from '@halyard/contract/accounts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer, type TestMailServer } from '../support/mail-server.ts';
import { listMails, mailTo } from '../support/mailbox.ts';
import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const { password } = SIGN_UP;
const STOLEN = { new_password: 'of the thief', confirm_password: 'of the thief' };
const API_KEY = { name: 'Of the thief', scope: 'trade', networks: [] };
const FACTOR = '/api/accounts/secondFactor';
const PLEASE_CONFIRM = 'Please confirm your email address';

const refusedAs = (status: number, code: string) => ({
  status,
  envelope: expect.objectContaining({ code, data: null }),
});

// The embedded database does one transaction at a time: there is no between.
describeOnDatabase('credentials that two change at once', (database) => {
  let server: TestServer;
  let mails: TestMailServer;
  let db: Database;
  beforeAll(async () => {
    mails = await startMailServer();
    const environment = { SMTP_URL: mails.url, TRUST_PROXY: '127.0.0.1' };
    server = await startServer({ database, environment });
    db = await database.open();
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
    await mails.close();
  });

  let address = 0;
  const post = async <Data>(path: string, body: object, token?: string) => {
    const headers = { 'x-forwarded-for': `198.51.100.${(address += 1)}` };
    return await server.post<Data>(path, body, { token, headers });
  };
  const signIn = async (email: string) =>
    await post<Session>('/api/accounts/login', { email, password });
  const profileOf = (email: string) => ({
    first_name: 'Test',
    last_name: 'Customer',
    email,
    phone: SIGN_UP.phone,
    birth_date: '1990-12-31',
    country_id: 276,
    state: 'Berlin',
    city: 'Berlin',
    street: 'Any Street 1',
    zip_code: '10115',
  });

  /** Does the deed when the request has proved what it must and waits for the customer's row. */
  const meanwhile = async <Answer>(
    customerId: number,
    request: () => Promise<Answer>,
    step: (tx: Kysely<object>) => Promise<unknown>,
  ): Promise<Answer> => {
    let answer: Promise<Answer> | undefined;
    await db.kysely.transaction().execute(async (tx) => {
      await sql`select id from customers where id = ${customerId} for no key update`.execute(tx);
      answer = request();
      await eventually(async () => {
        const { rows } = await sql`
          select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
        if (rows.length === 0) throw new Error('nobody waits');
      });
      await step(tx);
    });
    if (answer === undefined) throw new Error('nothing was asked');
    return await answer;
  };
  const endSessions = async (tx: Kysely<object>, customerId: number) =>
    await sql`
      update sessions set ended_at = now(), end_reason = 'revoked'
      where subject_id = ${customerId} and kind = 'customer'`.execute(tx);

  const begin = async (token: string): Promise<{ code: string }> => {
    const begun = await post<{ secret: string }>(`${FACTOR}/enable`, {}, token);
    const secret = Secret.fromBase32(dataOf(begun.envelope).secret);
    return { code: TOTP.generate({ secret, timestamp: Date.now() + server.offsetMs() }) };
  };

  it.each([
    ['password', '/api/accounts/updatePassword', async () => STOLEN],
    [
      'email',
      '/api/accounts/update',
      async () => ({ ...profileOf('thief@example.com'), current_password: password }),
    ],
    ['second factor', `${FACTOR}/confirm`, begin],
    ['keys', '/api/accounts/apiKeys/create', async () => API_KEY],
  ])('keep the %s of who won the account back meanwhile', async (what, path, toBody) => {
    const email = `won-back-${what.replace(' ', '-')}@example.com`;
    const { access_token: token, user } = await signUp(server, email);
    const body = await toBody(token);
    const reply = await meanwhile(
      user.id,
      async () => await post(path, body, token),
      async (tx) => await endSessions(tx, user.id),
    );
    expect(reply).toMatchObject(refusedAs(401, 'session-ended'));
    const again = await signIn(email);
    expect(again.status).toBe(200);
    expect(dataOf(again.envelope).user).toMatchObject({ email, second_factor: false });
  });

  it('keep an email that was changed during a profile update with the old one', async () => {
    const email = 'left@example.com';
    const { access_token: token, user } = await signUp(server, email);
    const reply = await meanwhile(
      user.id,
      async () => await post('/api/accounts/update', profileOf(email), token),
      async (tx) =>
        await sql`update customers set email = 'moved@example.com' where id = ${user.id}`.execute(
          tx,
        ),
    );
    expect(reply).toMatchObject(refusedAs(401, 'password-required'));
    expect((await signIn('moved@example.com')).status).toBe(200);
  });

  it('send no link to an email that is being replaced', async () => {
    const email = 'leaving@example.com';
    const { access_token: token, user } = await signUp(server, email);
    await mailTo(mails, email, PLEASE_CONFIRM);
    const sent = listMails(mails, email).length;
    const moveTo = (next: string) => async (tx: Kysely<object>) =>
      await sql`update customers set email = ${next} where id = ${user.id}`.execute(tx);
    const confirmation = await meanwhile(
      user.id,
      async () => await post('/api/accounts/sendConfirmation', {}, token),
      moveTo('arrived@example.com'),
    );
    expect(confirmation.status).toBe(200);
    await mailTo(mails, 'arrived@example.com', PLEASE_CONFIRM);
    const forgotten = await meanwhile(
      user.id,
      async () => await post('/api/get/forgotPassword', { email: 'arrived@example.com' }),
      moveTo('further@example.com'),
    );
    expect(forgotten).toMatchObject(refusedAs(404, 'email-unknown'));
    expect(listMails(mails, email)).toHaveLength(sent);
  });

  it('require the second factor immediately after it is turned on', async () => {
    const email = 'just-on@example.com';
    const { user } = await signUp(server, email);
    const reply = await meanwhile(
      user.id,
      async () => await signIn(email),
      async (tx) => await turnOn(tx, user.id),
    );
    expect(reply).toMatchObject(refusedAs(401, 'invalid-credentials'));
    expect(await signIn(email)).toMatchObject(refusedAs(401, 'second-factor'));
  });

  it('do not ask for a second factor after an old password', async () => {
    const email = 'just-changed@example.com';
    const { user } = await signUp(server, email);
    await turnOn(db.kysely, user.id);
    const reply = await meanwhile(
      user.id,
      async () => await signIn(email),
      async (tx) =>
        await sql`update customers set password_hash = 'another' where id = ${user.id}`.execute(tx),
    );
    expect(reply).toMatchObject(refusedAs(401, 'invalid-credentials'));
  });
});

async function turnOn(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`
    insert into second_factors (customer_id, sealed_secret, created_at, confirmed_at, last_step)
    values (${customerId}, '', now(), now(), 0)`.execute(tx);
}
