// A program that stands by was started before the positions were opened that its prices do not fit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PositionAnswer } from '@halyard/contract/live';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { stagePrices, STILL } from '../support/staged-prices.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const LONG_MS = 120_000;

describeOnDatabase('a take-over with prices from elsewhere', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-switch-'));
  const replayed = stagePrices(folder);
  let owner: TestServer | undefined;
  let standby: ServerProcess | undefined;

  beforeAll(async () => {
    owner = await startServer({ database, environment: replayed });
  }, LONG_MS);
  afterAll(async () => {
    await standby?.stop();
    await owner?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(
    'ends the program like a rejected start, and leaves the lease to others',
    async () => {
      const first = owner ?? expect.fail('there is no owner');
      const dataDir = join(folder, 'standby');
      shareSecrets(first.dataDir, dataDir);
      const environment = { DATABASE_URL: database.url(), DATA_DIR: dataDir, DEMO: '0' };
      const second = await startServerProcess({ ...environment, FEED: 'simulator' }, 'live');
      standby = second;
      const { access_token: token } = await signUpTrader(first, 'holder@example.com', '1000');
      const socket = await first.connect('/positions', token);
      const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 100 } as const;
      await eventually(async () => {
        const request = { ...order, price: STILL.orderBuy };
        dataOf(await send<PositionAnswer>(socket, 'openPosition', request));
      });
      await first.stop();
      owner = undefined;
      await eventually(() => {
        expect(second.output()).toMatch(/BTCUSD: replay → simulator:\w+ \(1 open\)/);
      });
      expect(second.output()).not.toContain('"level":"fatal"');
      expect(await second.stop()).toBe(1);
      owner = await startServer({ database, environment: replayed });
      expect((await owner.operator('status')).printed.join()).toContain('ready');
    },
    LONG_MS,
  );
});
