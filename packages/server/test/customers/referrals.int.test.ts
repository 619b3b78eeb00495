import type { Session } from '@halyard/contract/accounts';
import type { Referral } from '@halyard/contract/referrals';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { dataOf, SIGN_UP, signUp, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const REFERRALS = '/api/accounts/referrals';

describeOnDatabase('referrals', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ database });
  });
  afterAll(() => server.stop());

  async function refer(email: string, ref: string): Promise<Session> {
    const form = { ...SIGN_UP, first_name: 'Ben', email, ref };
    return dataOf((await server.post<Session>('/api/accounts/register', form)).envelope);
  }

  async function list(token: string, body: object = {}): Promise<readonly Referral[]> {
    return dataOf((await server.post<Referral[]>(REFERRALS, body, { token })).envelope);
  }

  it('are those who signed up by the customer’s link, and nobody else [c-referrals] [e-referral] [p-customer-referrals]', async () => {
    const ada = await signUp(server, 'ada@example.com');
    const ben = await refer('ben@example.com', ada.user.uniqid);
    const cleo = await refer('cleo@example.com', ada.user.uniqid);
    await refer('dora@example.com', ben.user.uniqid);
    await refer('egon@example.com', 'nobodys-code');
    expect(await list(ada.access_token)).toEqual(
      [cleo, ben].map(({ user }) => ({
        id: user.id,
        full_name: 'Ben Customer',
        email: user.email,
        created_at: user.created_at,
      })),
    );
    expect((await list(ben.access_token)).map(({ email }) => email)).toEqual(['dora@example.com']);
    expect(await list(cleo.access_token)).toEqual([]);
    const page = await list(ada.access_token, { limit: 1 });
    expect(page.map(({ email }) => email)).toEqual(['cleo@example.com']);
    const next = await list(ada.access_token, { limit: 1, before: page[0]?.id });
    expect(next.map(({ email }) => email)).toEqual(['ben@example.com']);
  });

  it('do not count for a closed account', async () => {
    const gone = await signUp(server, 'gone@example.com');
    const { access_token: token } = gone;
    dataOf((await server.post('/api/accounts/close', {}, { token })).envelope);
    await refer('by-nobody@example.com', gone.user.uniqid);
    const [row] = await server.query(
      `select referred_by, source_page from customers where email = 'by-nobody@example.com'`,
    );
    expect(row).toEqual({ referred_by: null, source_page: null });
  });

  it('require a session, and have a page limit [p-customer-referrals]', async () => {
    expect(await server.post(REFERRALS, {})).toMatchObject({
      status: 401,
      envelope: { code: 'session-ended' },
    });
    const { access_token: token } = await signUp(server, 'bounds@example.com');
    for (const body of [{ limit: 0 }, { limit: 201 }, { before: 0 }, { before: 'x' }]) {
      expect((await server.post(REFERRALS, body, { token })).status).toBe(422);
    }
  });
});
