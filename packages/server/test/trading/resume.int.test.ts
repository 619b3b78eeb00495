// A program that gets its lease back after another one served: what that one did is there at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BalanceData, PositionLists } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { stagePrices } from '../support/staged-prices.ts';
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

describeOnDatabase('a program that resumes', (database) => {
  let folder = '';
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    server = await startServer({ database, environment: stagePrices(folder) });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shows and pushes what was closed while another program served', async () => {
    const { access_token: token } = await signUpTrader(server, 'resume@example.com', '1000');
    const pushed: PositionLists[] = [];
    const socket = await server.connect('/positions', token, (connecting) =>
      connecting.on('positions', (lists: PositionLists) => pushed.push(lists)),
    );
    await eventually(async () =>
      expect(await send(socket, 'openPosition', { ...BUY, amount: 100 })).toMatchObject({
        status: 'success',
      }),
    );
    const balance = async (): Promise<BalanceData> =>
      dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope);
    const [position] = (await balance()).positions.open;
    expect((await balance()).positions.history).toEqual([]);

    const environment = { ...stagePrices(folder), DATA_DIR: join(folder, 'other') };
    shareSecrets(server.dataDir, environment.DATA_DIR);
    const other = await takeLease(server.query, () => startServer({ database, environment }));
    const there = await other.connect('/positions', token);
    await eventually(async () =>
      expect(await send(there, 'closePosition', { id: position?.id })).toMatchObject({
        status: 'success',
      }),
    );
    pushed.length = 0;
    await other.stop();

    await eventually(async () => expect((await balance()).positions.open).toEqual([]));
    expect((await balance()).positions.history.map(({ id }) => id)).toEqual([position?.id]);
    await eventually(() =>
      expect(pushed.at(-1)?.history.map(({ id }) => id)).toEqual([position?.id]),
    );
  });
});
