// What a form may not leave out, asked of the server alone: no browser stands before it.
import { POSITIONS_NAMESPACE, POSITIONS_POLL_MS } from '@halyard/contract/live';
import type { PositionLists } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changed, createSnapshots } from '../support/snapshot.ts';
import {
  dataOf,
  nextMessage,
  send,
  SIGN_UP,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { rejectionOf } from '../support/trader.ts';

const REGISTER = '/api/accounts/register';
const PASSWORD = '/api/accounts/updatePassword';
const GOOD = { ...SIGN_UP, email: 'required@example.com' };

const SIGN_UPS = [
  ['without first name [v-register-first-name]', 'first_name', undefined],
  ['with an empty first name', 'first_name', '  '],
  ['without last name [v-register-last-name]', 'last_name', undefined],
  ['without email [v-register-email-required]', 'email', undefined],
  ['with an email that is none [v-register-email-pattern]', 'email', 'anna@example'],
  ['without password [v-register-password]', 'password', undefined],
] as const;

const PASSWORDS = [
  [
    'without new password [v-password-required]',
    { confirm_password: 'another password' },
    { new_password: 'This field is required' },
  ],
  [
    'that differs from its repetition [v-password-match]',
    { new_password: 'another password', confirm_password: 'another passwort' },
    { confirm_password: 'The passwords do not match' },
  ],
] as const;

describeOnDatabase('a form that is not whole', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  it.each(SIGN_UPS)('is rejected as a sign-up %s', async (_how, field, value) => {
    const take = await createSnapshots(server);
    const before = await take();
    const { [field]: _left, ...rest } = GOOD;
    const form = value === undefined ? rest : { ...rest, [field]: value };
    const rejection = rejectionOf((await server.post(REGISTER, form)).envelope);
    expect(rejection).toMatchObject({ code: 'invalid', errors: { [field]: expect.any(String) } });
    expect(changed(before.all, (await take()).all)).toEqual([]);
  });

  it('is accepted as a sign-up when complete', async () => {
    expect((await server.post(REGISTER, GOOD)).status).toBe(201);
  });

  it.each(PASSWORDS)('is rejected as a change of password %s', async (_how, form, errors) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { access_token: token } = await signUp(server, email);
    const rejection = rejectionOf((await server.post(PASSWORD, form, { token })).envelope);
    expect(rejection).toMatchObject({ code: 'invalid', errors });
    const login = { email, password: SIGN_UP.password };
    expect((await server.post('/api/accounts/login', login)).status).toBe(200);
  });

  it('is rejected as a profile with a phone number that does not exist [v-profile-phone-valid]', async () => {
    const { access_token: token, user } = await signUp(server, 'phone@example.com');
    const profile = {
      first_name: 'Test',
      last_name: 'Customer',
      email: user.email,
      phone: '+4912',
      birth_date: '1990-01-01',
      country_id: 276,
      state: 'Berlin',
      city: 'Berlin',
      street: 'Street 1',
      zip_code: '10115',
    };
    const update = async (phone: string) =>
      (await server.post('/api/accounts/update', { ...profile, phone }, { token })).envelope;
    expect(rejectionOf(await update('+4912'))).toMatchObject({
      code: 'invalid',
      errors: { phone: 'Phone number not valid' },
    });
    dataOf(await update('+493023125001'));
  });

  it('is rejected as a document without its file [v-doc-required]', async () => {
    const { access_token: token } = await signUp(server, 'document@example.com');
    const body = new FormData();
    body.append('type', 'passport');
    const headers = { authorization: `Bearer ${token}` };
    const sent = await fetch(`${server.url}/api/accounts/upload`, {
      method: 'POST',
      headers,
      body,
    });
    expect(await sent.json()).toMatchObject({
      code: 'invalid',
      errors: { files: 'This field is required' },
    });
  });
});

describeOnDatabase('the positions of a customer', (database) => {
  it('are read again on each request, as every 5 s [s-positions-refresh]', async () => {
    const server = await startServer({ database });
    const { access_token: token } = await signUp(server, 'refresh@example.com');
    const socket = await server.connect(POSITIONS_NAMESPACE, token);
    expect(POSITIONS_POLL_MS).toBe(5_000);
    for (let round = 0; round < 3; round += 1) {
      const came = nextMessage<PositionLists>(socket, 'positions');
      dataOf(await send(socket, 'positions'));
      expect(await came).toEqual({ open: [], history: [] });
      server.advance(POSITIONS_POLL_MS);
    }
    await server.stop();
  });
});
