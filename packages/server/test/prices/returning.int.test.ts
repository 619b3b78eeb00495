// A program that gets its lease back after another one had the prices: what that one quoted last, and
// what it split, is what this one goes on from.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer } from '@halyard/contract/live';
import type { MarketQuote } from '@halyard/contract/market';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { signInStaff } from '../support/staff.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { takeLease } from '../support/take-lease.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';

describeOnDatabase('a program that has the prices again', (database) => {
  let folder = '';
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-returning-'));
    server = await startServer({ database, environment: stagePrices(folder) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const quoted = async (at: TestServer) =>
    dataOf((await at.get<Record<string, MarketQuote>>('/api/market/quotes')).envelope)['BTCUSD'];
  const dealer = async (at: TestServer, name: string) =>
    (await signInStaff(at, `${name}@staff.example`, 'dealing')).token;
  const act = async (at: TestServer, token: string, action: string, input: object = {}) => {
    const body = { reason: 'the exchange announced it', ...input };
    const path = `/api/backoffice/symbols/BTCUSD/${action}`;
    const { envelope } = await at.post<object>(path, body, { token });
    return envelope.status === 'error' ? envelope.code : envelope.data;
  };
  const takeOver = async (): Promise<TestServer> => {
    const environment = { ...stagePrices(folder), DATA_DIR: join(folder, 'other') };
    shareSecrets(server.dataDir, environment.DATA_DIR);
    return await takeLease(server.query, () => startServer({ database, environment }));
  };

  it('values positions at the adjusted price of a split by another program, and trades at it', async () => {
    const { access_token: token } = await signUpTrader(server, 'returning@example.com', '1000');
    const equity = async (): Promise<number> =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope)
        .equity;
    await eventually(async () => expect((await quoted(server))?.state).toBe('live'));
    const socket = await server.connect('/positions', token);
    const order = { ...BUY, amount: '500.00' };
    const { position } = dataOf(await send<PositionAnswer>(socket, 'openPosition', order));
    const worth = await equity();

    const other = await takeOver();
    const there = await dealer(other, 'there');
    expect(await act(other, there, 'halt')).toMatchObject({ changed: true });
    const split = { new_units: 2, old_units: 1, request_id: 'elsewhere' };
    // The lease on practice accounts follows within two seconds; until then the answer is 'unavailable'.
    await eventually(async () =>
      expect(await act(other, there, 'split', split)).toMatchObject({ positions: 1 }),
    );
    await other.stop();

    const isSplit = { state: 'halted', sell: STILL.sell / 2 };
    await eventually(async () => expect(await quoted(server)).toMatchObject(isSplit));
    await eventually(async () => expect(await equity()).toBe(worth));
    const back = { new_units: 1, old_units: 2, request_id: 'here' };
    const here = await dealer(server, 'here');
    await eventually(async () =>
      expect(await act(server, here, 'split', back)).toMatchObject({ positions: 1 }),
    );
    expect(await act(server, here, 'resume')).toMatchObject({ changed: true });
    const isLive = { sell: STILL.sell, state: 'live' };
    await eventually(async () => expect(await quoted(server)).toMatchObject(isLive));
    const again = await server.connect('/positions', token);
    await eventually(async () =>
      expect(await send(again, 'closePosition', { id: position.id })).toMatchObject({
        status: 'success',
      }),
    );
    const { printed } = await server.operator('audit');
    expect(printed.at(-1)).toContain('everything agrees');
  }, 60_000);
});
