import type { AccountCommand } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import { cents } from '@halyard/core/money';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { audit } from '#engine/engine.ts';
import type { Database } from '#platform/db/db.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, expectHealthy, startEngine } from './engine-fixture.ts';
import type { TestEngine } from './engine-fixture.ts';

const ACCOUNT_ID = 1;

/** 90,000.00 / 90,010.00 is the price; the order waits below it. */
function limitAt(price: number, expiresAtMs: number | null = null): AccountCommand {
  return {
    kind: 'place-order',
    accountId: ACCOUNT_ID,
    atMs: Date.now(),
    symbol: BTCUSD,
    direction: 'buy',
    orderKind: 'limit',
    amountCents: cents(10_000),
    leverage: 2,
    points: points(price),
    stopPoints: null,
    stopDistance: points(50_000),
    targetPoints: null,
    targetDistance: null,
    expiry: expiresAtMs === null ? 'gtc' : 'gtd',
    expiresAtMs,
    ocoId: null,
  };
}

describeOnDatabase('entry orders in the engine', (target) => {
  let db: Database;
  let engine: TestEngine;
  beforeAll(async () => {
    db = await target.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    engine = await startEngine(db);
    await addAccount(engine, ACCOUNT_ID, 10_000);
  });
  afterEach(async () => {
    await engine.stop();
    await expectHealthy(engine, db);
  });

  const pendingIds = async (): Promise<readonly number[]> => [
    ...((await engine.account(ACCOUNT_ID))?.orders.keys() ?? []),
  ];
  const restart = async (): Promise<void> => {
    await engine.stop();
    engine = await startEngine(db);
  };

  it('survive a restart unchanged, and fill at the next quote that reaches them', async () => {
    await engine.submit('place', limitAt(8_900_000));
    const before = (await engine.account(ACCOUNT_ID))?.orders;
    await restart();
    const account = await engine.account(ACCOUNT_ID);
    expect(account?.orders).toEqual(before);
    expect(await engine.submit('place', limitAt(8_900_000))).toMatchObject({ kind: 'done' });
    expect(await pendingIds()).toHaveLength(1);
    await engine.tick(BTCUSD, 8_800_000);
    await eventually(async () => expect(await pendingIds()).toEqual([]));
    // 88,010.00 × 1.00025 = 88,032.0025; the stop lies € 500.00 below.
    expect([...((await engine.account(ACCOUNT_ID))?.positions.values() ?? [])]).toMatchObject([
      { openPoints: 8_803_200, stopPoints: 8_753_200, amountCents: 10_000 },
    ]);
  });

  it('that expired while the program was down are never filled', async () => {
    await engine.submit('late', limitAt(8_700_000, Date.now() + 200));
    await restart();
    await new Promise((resolve) => setTimeout(resolve, 250));
    const before = await db.query('select count(*) from positions', []);
    await engine.tick(BTCUSD, 8_600_000);
    engine.feed({ kind: 'expire-orders', atMs: Date.now() });
    await eventually(async () => expect(await pendingIds()).toEqual([]));
    expect(await db.query('select count(*) from positions', [])).toEqual(before);
    const rows = await db.query('select outcome from entry_orders order by id desc limit 1', []);
    expect(rows).toEqual([{ outcome: 'expired' }]);
  });

  it.each([
    [
      'price',
      'update entry_orders set points = points - 100000',
      'update entry_orders set points = points + 100000',
    ],
    [
      'quote',
      'update entry_orders set end_sequence = end_sequence + 1',
      'update entry_orders set end_sequence = end_sequence - 1',
    ],
    [
      'expiry',
      `update entry_orders set expires_at = expires_at - interval '1 year'`,
      `update entry_orders set expires_at = expires_at + interval '1 year'`,
    ],
  ])('are compared by the audit with their %s', async (what, forge, undo) => {
    await engine.submit(`place-${what}`, limitAt(8_900_000));
    await engine.tick(BTCUSD, 8_800_000);
    await eventually(async () => expect(await pendingIds()).toEqual([]));
    const filled = ` where id = (select max(id) from entry_orders)`;
    await db.query(`${forge}${filled}`, []);
    const { differences } = await audit(db);
    await db.query(`${undo}${filled}`, []);
    expect(differences).toMatchObject([{ problem: expect.stringContaining('was filled by it') }]);
    expect((await audit(db)).differences).toEqual([]);
  });
});
