// A database of the first released version, with customers, positions and staff in it, is taken on
// by this one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BalanceData } from '@halyard/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { nameOwnDatabase } from '../support/postgres-admin.ts';
import { createStaff } from '../support/staff.ts';
import { stagePrices } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { BUY } from '../support/trader.ts';
import { listReleased, releaseFrom } from './released-database.ts';

describeOnDatabase('a database of the first release', (database) => {
  const old = nameOwnDatabase();
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-prices-'));
    await old.create('empty');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await old.drop();
  });

  const start = async (more: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
    await startServer({ database, environment: { ...stagePrices(folder), ...more } });
  const balanceOf = async (server: TestServer, token: string): Promise<BalanceData> =>
    dataOf((await server.post<BalanceData>('/api/accounts/getBalance', {}, { token })).envelope);
  const open = async (server: TestServer, token: string): Promise<void> => {
    const socket = await server.connect('/positions', token);
    await eventually(async () =>
      expect(await send(socket, 'openPosition', { ...BUY, amount: 100 })).toMatchObject({
        status: 'success',
      }),
    );
  };

  it('is migrated with its rows, keeps every balance, and trades', async () => {
    expect(listReleased()).toHaveLength(11);
    const before = await start();
    const { access_token: token } = await signUpTrader(before, 'upgraded@example.com', '1000');
    await open(before, token);
    await createStaff(before, 'staff@example.com', ['support']);
    const had = await balanceOf(before, token);
    await before.stop();

    const opening = { directory: '', onError: () => undefined };
    const source = await database.open();
    const target = await openDatabase({ ...opening, url: old.url });
    expect(await releaseFrom(source, target)).toBeGreaterThan(20);
    await Promise.all([source.close(), target.close()]);

    const after = await start({ DATABASE_URL: old.url, DATA_DIR: before.dataDir });
    const has = await balanceOf(after, token);
    expect(has.balance).toEqual(had.balance);
    expect(has.positions.open.map(({ id }) => id)).toEqual(had.positions.open.map(({ id }) => id));
    await open(after, token);
    const { code, printed } = await after.operator('audit');
    expect(printed.at(-1)).toContain('everything agrees');
    expect(code).toBe(0);
    await after.stop();
  });
});
