// Two programs on one database that both serve HTTP: what one of them changes holds in the other.
import type { Session } from '@halyard/contract/accounts';
import { HOUR_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { nextCodeOf, signInStaff } from '../support/staff.ts';
import {
  dataOf,
  send,
  SIGN_UP,
  signUp,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY, openFloor } from '../support/trader.ts';

const { password } = SIGN_UP;
const CLOCK_AHEAD_MS = 5_000;

describeOnDatabase('two programs on one database', (database) => {
  const floor = openFloor(database);
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    one = floor.server();
    two = await startServer({ database, beside: one, offsetMs: CLOCK_AHEAD_MS });
  });
  afterAll(async () => {
    await two.stop();
  });

  const isOpen = async (server: TestServer, token: string): Promise<boolean> =>
    (await server.post('/api/accounts/sessions', {}, { token })).status !== 401;

  it.each([
    ['a sign-out', (token: string) => one.post('/api/accounts/logout', {}, { token })],
    ['a block', () => one.operator('customer', 'block', 'a-block@example.com')],
    [
      'a new password',
      async () => {
        const body = { email: 'a-new-password@example.com', password };
        const session = dataOf((await one.post<Session>('/api/accounts/login', body)).envelope);
        const change = {
          current_password: password,
          new_password: `${password} again`,
          confirm_password: `${password} again`,
        };
        return await one.post('/api/accounts/updatePassword', change, {
          token: session.access_token,
        });
      },
    ],
  ])('end a session that is used in the other one by %s, with its sockets', async (how, end) => {
    const email = `${how.replaceAll(' ', '-')}@example.com`;
    const { access_token: token } = await signUp(one, email);
    const { access_token: other } = await signUp(one, `bystander-${email}`);
    const socket = await two.connect('/positions', token);
    const bystander = await two.connect('/positions', other);
    expect(await isOpen(two, token)).toBe(true);
    await end(token);
    await eventually(async () => {
      expect(await isOpen(two, token)).toBe(false);
      expect(socket.connected).toBe(false);
    });
    expect(await isOpen(two, other)).toBe(true);
    expect(bystander.connected).toBe(true);
  });

  it('report a clock that is not the database’s', async () => {
    const differ = 'the clocks of this machine and of the database differ';
    await eventually(() => expect(two.log.join()).toContain(differ));
    expect(one.log.join()).not.toContain(differ);
  });

  it('watch a loss limit that was set in the other one', async () => {
    const who = await floor.trader();
    const limit = { kind: 'loss', period: 'day', amount: 40 };
    // Only the program with the engine can answer with the account.
    await two.post('/api/accounts/safeguards/limit', limit, { token: who.token });
    // An opening and closing of 40,000 × 2 loses 40.38.
    const { id } = await who.open({ ...BUY, amount: 40_000 });
    await who.close({ id });
    await eventually(async () => {
      const answer = await send(who.socket, 'openPosition', { ...BUY, amount: 10 });
      expect(answer).toMatchObject({ code: 'loss-limit' });
    });
  });

  it('use the keys that were rotated in the other one', async () => {
    const { email, password: own, secret } = await signInStaff(one, 'keys@example.com', 'content');
    const { code } = await one.operator('rotate-keys');
    expect(code).toBe(0);
    shareSecrets(one.dataDir, two.dataDir);
    await eventually(async () => {
      // Failed attempts of the last hour don't count.
      two.advance(HOUR_MS);
      const login = { email, password: own, code: nextCodeOf(two, secret) };
      expect((await two.post('/api/backoffice/login', login)).status).toBe(200);
    });
  });
});
