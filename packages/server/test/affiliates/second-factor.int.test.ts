import type { AffiliateSession } from '@halyard/contract/affiliates';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, nextCodeOf } from '../support/staff.ts';
import { dataOf, startServer, type Reply, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LOGIN = '/api/affiliate/login';
const GET = '/api/affiliate/get';
const ENROL = '/api/affiliate/enrol';
const CONFIRM = '/api/affiliate/confirmFactor';
type Secret = { readonly secret: string };

describeOnDatabase('the second factor of affiliates', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    const environment = { AFFILIATE_SECOND_FACTOR: 'on' };
    server = await startServer({ database, environment });
  });
  afterAll(() => server.stop());

  /** The password counts as the affiliate's own. */
  async function create(email: string): Promise<string> {
    const { printed } = await server.operator('affiliate', 'create', email, 'A Partner');
    await server.query('update affiliates set password_expires_at = null where email = $1', [
      email,
    ]);
    return /password (\S+)\.$/.exec(printed[0] ?? '')?.[1] ?? expect.fail('no password');
  }
  const login = async (email: string, password: string, code?: string) =>
    await server.post<AffiliateSession>(LOGIN, {
      email,
      password,
      ...(code === undefined ? {} : { code }),
    });
  const begin = async (email: string, password: string, code?: string): Promise<string> =>
    dataOf((await login(email, password, code)).envelope).access_token;
  const call = async (path: string, token: string, body: object = {}): Promise<Reply> =>
    await server.post(path, body, { token });
  const codeIn = ({ envelope }: Reply): unknown =>
    envelope.status === 'error' ? envelope.code : envelope.status;

  it('must be set up before anything is shown, and is required from then on', async () => {
    const email = 'app@partner.example';
    const password = await create(email);
    const other = await begin(email, password);
    const token = await begin(email, password);
    for (const path of [GET, '/api/affiliate/links']) {
      expect(codeIn(await call(path, token))).toBe('second-factor-missing');
    }
    expect(codeIn(await call(CONFIRM, token, { code: '000000' }))).toBe('second-factor-missing');
    const { secret } = dataOf((await server.post<Secret>(ENROL, {}, { token })).envelope);
    const [row] = await server.query('select sealed_totp from affiliates where email = $1', [
      email,
    ]);
    expect(String(row?.['sealed_totp'])).not.toContain(secret);
    // A secret that no code has confirmed opens nothing, and asks for nothing.
    expect(codeIn(await call(GET, token))).toBe('second-factor-missing');
    expect((await login(email, password)).status).toBe(200);
    expect(codeIn(await call(CONFIRM, token, { code: '000000' }))).toBe('code-invalid');
    const code = codeOf(server, secret);
    expect((await call(CONFIRM, token, { code })).status).toBe(200);
    expect((await call(GET, token)).status).toBe(200);
    // A session that began without the app has ended.
    expect(codeIn(await call(GET, other))).toBe('session-ended');
    expect(codeIn(await login(email, password))).toBe('second-factor');
    expect(codeIn(await login(email, password, code))).toBe('code-invalid');
    expect(codeIn(await login(email, 'another-password', nextCodeOf(server, secret)))).toBe(
      'invalid-credentials',
    );
    const again = await begin(email, password, nextCodeOf(server, secret));
    expect((await call(GET, again)).status).toBe(200);
    expect(codeIn(await call(ENROL, again))).toBe('second-factor');
    expect(codeIn(await call(CONFIRM, again, { code }))).toBe('second-factor');
  });

  it('requires a password that the affiliate chose, besides the session, for its setup', async () => {
    const email = 'thief@partner.example';
    const password = await create(email);
    const token = await begin(email, password);
    server.advance(16 * 60_000);
    expect(codeIn(await call(ENROL, token))).toBe('password-required');
    await server.query(
      `update affiliates set password_expires_at = now() + interval '2 days' where email = $1`,
      [email],
    );
    const first = await begin(email, password);
    expect(codeIn(await call(ENROL, first))).toBe('password-change-required');
  });

  it('accepts each code once, however many sign-ins send it', async () => {
    const email = 'race@partner.example';
    const password = await create(email);
    const token = await begin(email, password);
    const { secret } = dataOf((await server.post<Secret>(ENROL, {}, { token })).envelope);
    expect((await call(CONFIRM, token, { code: codeOf(server, secret) })).status).toBe(200);
    const code = nextCodeOf(server, secret);
    const raced = await Promise.all(
      Array.from({ length: 5 }, async () => await login(email, password, code)),
    );
    expect(raced.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is removed by staff, which ends every session', async () => {
    const email = 'lost@partner.example';
    const password = await create(email);
    const token = await begin(email, password);
    const { secret } = dataOf((await server.post<Secret>(ENROL, {}, { token })).envelope);
    await call(CONFIRM, token, { code: codeOf(server, secret) });
    expect((await server.operator('affiliate', 'reset-second-factor', email)).code).toBe(0);
    expect(codeIn(await call(GET, token))).toBe('session-ended');
    const next = await begin(email, password);
    expect(codeIn(await call(GET, next))).toBe('second-factor-missing');
  });
});
