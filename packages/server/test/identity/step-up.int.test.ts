import type { Session } from '@halyard/contract/accounts';
import { MINUTE_MS } from '@halyard/core/time';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dataOf,
  SIGN_UP,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { codeInOutbox } from '../support/sign-in-link.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const { password } = SIGN_UP;
const refusedAs = (code: string) => ({
  status: 401,
  envelope: expect.objectContaining({ code, data: null }),
});

describeOnDatabase('a withdrawal', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  const withdraw = async (token: string, more: object = {}) => {
    const body = { amount: -5, method: 'withdraw', comments: 'DE00 1234', ...more };
    return await server.post('/api/transactions/create', body, { token });
  };
  const stepUp = async (token: string, body: object) =>
    (await server.post('/api/accounts/prove', body, { token })).status;

  it('requires the password in a session started by a link', async () => {
    const email = 'linked@example.com';
    await signUpTrader(server, email, '100');
    await server.operator('auto-login', email);
    const path = `/api/accounts/login/${await codeInOutbox(server.dataDir, email)}`;
    const token = dataOf((await server.post<Session>(path, {})).envelope).access_token;
    expect(await withdraw(token)).toMatchObject(refusedAs('password-required'));
    expect(await stepUp(token, { password: 'not the password' })).toBe(401);
    expect(await withdraw(token)).toMatchObject(refusedAs('password-required'));
    expect(await stepUp(token, { password })).toBe(200);
    expect((await withdraw(token)).status).toBe(200);
  });

  it('requires the second factor once enabled, each code once', async () => {
    const email = 'factor@example.com';
    const { access_token: token } = await signUpTrader(server, email, '100');
    const factor = '/api/accounts/secondFactor';
    const begun = await server.post<{ secret: string }>(`${factor}/enable`, {}, { token });
    const { secret } = dataOf(begun.envelope);
    const codeNow = () => {
      server.advance(MINUTE_MS);
      const timestamp = Date.now() + server.offsetMs();
      return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    };
    const confirmed = await server.post(`${factor}/confirm`, { code: codeNow() }, { token });
    expect(confirmed.status).toBe(200);
    expect(await withdraw(token)).toMatchObject(refusedAs('second-factor'));
    const code = codeNow();
    expect((await withdraw(token, { code })).status).toBe(200);
    expect(await withdraw(token, { code })).toMatchObject(refusedAs('code-invalid'));
    expect(await withdraw(token)).toMatchObject(refusedAs('second-factor'));
    expect(await stepUp(token, { code: codeNow() })).toBe(200);
    expect((await withdraw(token)).status).toBe(200);
  });
});
