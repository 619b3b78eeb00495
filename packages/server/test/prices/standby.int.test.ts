// A second program on the same database: it quotes prices while it waits, and nobody trades on them.
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
import { stagePrices } from '../support/staged-prices.ts';
import { dataOf, startServer, type TestServer } from '../support/start-server.ts';
import { describeOnPostgres } from '../support/test-database.ts';

describeOnPostgres('a program that stands by', (database) => {
  let folder: string;
  let active: TestServer | undefined;
  let standby: App;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-standby-'));
    const environment = stagePrices(folder);
    active = await startServer({ database, environment });
    await active.operator('halt', 'ETHUSD', 'halted before');
    const read = readSettings({
      ...environment,
      DATABASE_URL: database.url(),
      DATA_DIR: join(folder, 'standby'),
      PORT: '0',
      DEMO: '0',
    });
    if (read.kind === 'faulty') throw new Error(JSON.stringify(read.faults));
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
    rmSync(folder, { recursive: true });
  });

  const stateOf = async (symbol: string) => {
    const response = await fetch(`${standby.url}/api/market/quotes`);
    const envelope = (await response.json()) as Envelope<Record<string, MarketQuote>>;
    return dataOf(envelope)[symbol]?.state;
  };

  it('shows its prices, with what is halted', async () => {
    await eventually(async () => {
      expect(await stateOf('BTCUSD')).toBe('live');
      expect(await stateOf('ETHUSD')).toBe('halted');
    });
  });

  it('logs no quotes, and takes over what was halted and resumed meanwhile', async () => {
    await active?.operator('halt', 'BTCUSD', 'halted meanwhile');
    await active?.operator('resume', 'ETHUSD');
    // Both have quoted each symbol more than once.
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
    expect(await stateOf('BTCUSD')).toBe('halted');
    await eventually(async () => expect(await stateOf('ETHUSD')).toBe('live'));
  });
});
