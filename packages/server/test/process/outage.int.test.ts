// The database goes away under the running program, and comes back.
import { setTimeout as sleep } from 'node:timers/promises';

import { POSITIONS_NAMESPACE } from '@halyard/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCutProxy, type CutProxy } from '../support/cut-proxy.ts';
import { eventually } from '../support/eventually.ts';
import {
  dataOf,
  send,
  signUp,
  SIGN_UP,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

describeOnDatabase('while the database is away', (database) => {
  let proxy: CutProxy;
  let server: TestServer;
  beforeAll(async () => {
    proxy = await startCutProxy(database.url());
    server = await startServer({ database, environment: { DATABASE_URL: proxy.url } });
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  it('answers 503 in the envelope, keeps running and recovers by itself', async () => {
    const { access_token: token } = await signUp(server, 'before@example.com');
    const socket = await server.connect(POSITIONS_NAMESPACE, token);
    proxy.refuse();
    await eventually(async () => {
      const ready = await server.get('/health/ready');
      expect(ready.status).toBe(503);
      expect(ready.envelope).toMatchObject({ code: 'unavailable' });
    });
    const signUpAway = await server.post('/api/accounts/register', {
      ...SIGN_UP,
      email: 'away@example.com',
    });
    expect(signUpAway).toMatchObject({
      status: 503,
      envelope: { code: 'unavailable', data: null },
    });
    expect(signUpAway.headers.get('retry-after')).toBe('2');
    const order = { symbol: 'BTCUSD', direction: 'buy', amount: 1, leverage: 1, price: 1_000_000 };
    expect(await send(socket, 'openPosition', order)).toMatchObject({ code: 'unavailable' });
    expect((await server.get('/health/live')).status).toBe(200);
    expect((await server.get('/api/config')).status).toBe(200);
    await sleep(500);
    proxy.allow();
    await eventually(async () => expect((await server.get('/health/ready')).status).toBe(200));
    await eventually(async () => {
      const account = await server.post('/api/accounts/get', {}, { token });
      expect(dataOf(account.envelope)).toMatchObject({ access_token: token });
    });
    const login = { email: 'away@example.com', password: SIGN_UP.password };
    expect((await server.post('/api/accounts/login', login)).status).toBe(401);
    expect(server.log.join()).not.toContain('"level":"fatal"');
  });
});
