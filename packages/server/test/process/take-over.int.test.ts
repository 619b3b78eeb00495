// A program that stands by takes over while its database goes away at every statement of it: it is
// not a bug, and the program goes on where it was.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Position } from '@halyard/contract/trading';
import { DAY_MS } from '@halyard/core/time';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type App } from '#app.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import { startCutProxy, type Cut, type CutProxy } from '../support/cut-proxy.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import {
  dataOf,
  send,
  signUpTrader,
  startServer,
  type TestServer,
} from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';
import { eventually } from '../support/eventually.ts';

const LONG_MS = 180_000;
const FINANCING = 'crypto:36.5/-18.25';
/** Some of what must have been cut: the engine's own statements and the steps after it. */
const STEPS = [
  'engine_take_lease',
  'engine_commit',
  '"symbol_halts"',
  'price_worlds',
  'quote_blocks',
  'charged_nights',
  'account_notices',
  'price_alerts',
  'transactions',
  'first_run',
];

type Ended = { readonly url: string; stop(): Promise<void> };

describeOnDatabase('a take-over during outages', (database) => {
  let folder: string;
  let proxy: CutProxy;
  let vendor: VendorPrices;
  let owner: Ended | undefined;
  let first: TestServer;
  const fatal: unknown[] = [];
  let days = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-take-over-'));
    proxy = await startCutProxy(database.url());
    vendor = await startVendorPrices(40_000);
    first = await startServer({ database, environment: { ...vendor.environment, FINANCING } });
    owner = first;
    const session = await signUpTrader(first, 'holder@example.com', '100000');
    const socket = await first.connect('/positions', session.access_token);
    const order = { symbol: 'BTCUSD', direction: 'buy', leverage: 2, amount: 100, price: 1e9 };
    await eventually(async () => {
      dataOf(await send<{ position: Position }>(socket, 'openPosition', order));
    });
  }, LONG_MS);
  afterAll(async () => {
    proxy.cutNothing();
    await owner?.stop();
    await proxy.close();
    await vendor.close();
    rmSync(folder, { recursive: true });
  });

  const standBy = async (lines: string[]): Promise<App> => {
    days += 2;
    const offsetMs = days * DAY_MS;
    const read = readSettings({
      ...vendor.environment,
      FINANCING,
      DATABASE_URL: proxy.url,
      DATA_DIR: join(folder, String(days)),
      PORT: '0',
      DEMO: '0',
    });
    if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
    shareSecrets(first.dataDir, read.settings.dataDir);
    return await startApp(read.settings, {
      log: createLog('info', { write: (line) => lines.push(line) }),
      onFatal: (error) => fatal.push(error),
      // So that nights are to be charged.
      clock: { nowMs: () => Date.now() + offsetMs },
    });
  };

  it.each<Cut>(['before', 'after'])(
    'is repeated when the connection is cut %s each of its statements',
    async (cut) => {
      const lines: string[] = [];
      const next = await standBy(lines);
      const texts = proxy.cutEach(cut);
      await owner?.stop();
      owner = next;
      await next.ready;
      proxy.cutNothing();
      const missed = STEPS.filter((step) => !texts.some((text) => text.includes(step)));
      expect(missed, texts.join('\n')).toEqual([]);
      expect(fatal).toEqual([]);
      expect(lines.filter((line) => /"level":"(fatal|error)"/.test(line))).toEqual([]);
      expect((await fetch(`${next.url}/health/ready`)).status).toBe(200);
      const db = await database.open();
      try {
        const [charged] = await db.query('select last_day from charged_nights', []);
        const night = new Date(Date.now() + (days - 2) * DAY_MS).toISOString().slice(0, 10);
        expect(String(charged?.['last_day']) > night).toBe(true);
      } finally {
        await db.close();
      }
    },
    LONG_MS,
  );
});
