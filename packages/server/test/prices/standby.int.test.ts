// A second program on the same database: it leaves the vendor to the first until that is gone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketQuote } from '@halyard/contract/market';
import type { Envelope } from '@halyard/contract/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type App } from '#app.ts';
import { createLog } from '#platform/log/log.ts';
import { readSettings } from '#settings.ts';
import { eventually } from '../support/eventually.ts';
import { holdLease } from '../support/hold-lease.ts';
import { shareSecrets } from '../support/share-secrets.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { startVendorPrices, type VendorPrices } from '../support/vendor-prices.ts';

describeOnDatabase('a program that stands by', (database) => {
  let folder: string;
  let vendor: VendorPrices;
  let active: TestServer | undefined;
  let standby: App;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-standby-'));
    vendor = await startVendorPrices(40_000);
    const { environment } = vendor;
    active = await startServer({ database, environment });
    await active.operator('halt', 'ETHUSD', 'halted before');
    const read = readSettings({
      ...environment,
      DATABASE_URL: database.url(),
      DATA_DIR: join(folder, 'standby'),
      PORT: '0',
      DEMO: '0',
    });
    if (read.kind === 'invalid') throw new Error(JSON.stringify(read.problems));
    shareSecrets(active.dataDir, read.settings.dataDir);
    standby = await startApp(read.settings, {
      log: createLog('silent'),
      onFatal: (error) => {
        throw error;
      },
    });
  });
  afterAll(async () => {
    await active?.stop();
    await standby.stop();
    await vendor.close();
    rmSync(folder, { recursive: true });
  });

  const stateOf = async (symbol: string) => {
    const response = await fetch(`${standby.url}/api/market/quotes`);
    const envelope = (await response.json()) as Envelope<Record<string, MarketQuote>>;
    return dataOf(envelope)[symbol]?.state;
  };

  it('requests nothing from the vendor, and shows no prices', async () => {
    await sleep(1_000);
    expect(vendor.binance.openedCount).toBe(1);
    expect(await stateOf('BTCUSD')).toBeUndefined();
  });

  it('takes over the prices and the current halts', async () => {
    await active?.operator('halt', 'BTCUSD', 'halted meanwhile');
    await active?.operator('resume', 'ETHUSD');
    // Each symbol is quoted more than once.
    await sleep(2_000);
    await active?.stop();
    active = undefined;
    const db = await database.open();
    const logged = await db.query(
      `select symbol, count(*) as count, max(sequence) - min(sequence) + 1 as span
        from quote_log group by symbol order by symbol`,
      [],
    );
    await db.close();
    expect(logged.map(({ symbol }) => symbol)).toEqual(['BTCUSD', 'ETHUSD']);
    // One program's numbers follow one another; another's would begin elsewhere.
    for (const { count, span } of logged) expect(span).toBe(count);
    await standby.ready;
    await eventually(async () => expect(vendor.binance.openedCount).toBe(2));
    expect(vendor.binance.connectionCount).toBe(1);
    await eventually(async () => expect(await stateOf('BTCUSD')).toBe('halted'));
    await eventually(async () => expect(await stateOf('ETHUSD')).toBe('live'));
  });

  it('disconnects from the vendor when it loses its lease, and reconnects with it', async () => {
    const opened = vendor.binance.openedCount;
    const holder = await holdLease(database.url(), 'infinity');
    await eventually(async () => expect(vendor.binance.connectionCount).toBe(0));
    await eventually(async () => expect(await stateOf('ETHUSD')).not.toBe('live'));
    await sleep(2_000);
    expect(vendor.binance.openedCount).toBe(opened);
    await holder.die();
    await eventually(async () => expect(await stateOf('ETHUSD')).toBe('live'));
    expect(vendor.binance.connectionCount).toBe(1);
  });

  it('follows a halt and a resumption that another program recorded', async () => {
    const db = await database.open();
    await db.query(
      `insert into symbol_halts values ('ETHUSD', 'operator', 'elsewhere', now())`,
      [],
    );
    await eventually(async () => expect(await stateOf('ETHUSD')).toBe('halted'));
    await db.query(`delete from symbol_halts where symbol = 'ETHUSD'`, []);
    await eventually(async () => expect(await stateOf('ETHUSD')).toBe('live'));
    await db.close();
  });
});
