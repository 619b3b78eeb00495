import type { EngineRules } from '@halyard/core/engine';
import { cents } from '@halyard/core/money';
import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/clock.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { Outage } from '#platform/outage/outage.ts';
import { actOnSignal } from '#features/autotrading/act-on-signal.ts';
import { CONSENT } from '#features/autotrading/consent-text.ts';
import type { Signal } from '#features/autotrading/signal.ts';
import {
  addAccount,
  beginEngine,
  BTCUSD,
  expectHealthy,
  expectReady,
  INSTRUMENTS,
  startEngine,
} from '../engine/engine-fixture.ts';
import type { TestEngine } from '../engine/engine-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnDatabase } from '../support/test-database.ts';

/** More than a page. */
const ACCOUNTS = 210;
const TIMEFRAME_MS = 900_000;
const RULES: EngineRules = {
  regime: 'international',
  marginCloseOutPercent: 50,
  openPositionsMax: 200,
};

const candleEndMs = Math.floor(Date.now() / TIMEFRAME_MS) * TIMEFRAME_MS;
const ENTRY: Signal = {
  symbol: BTCUSD,
  candleEndMs,
  cross: 'up',
  facts: {},
  entry: { kind: 'enter', direction: 'buy', rangePoints: 50_000 },
};
const EXIT: Signal = {
  ...ENTRY,
  candleEndMs: candleEndMs + TIMEFRAME_MS,
  cross: 'down',
  entry: { kind: 'wait', code: 'no-cross' },
};

async function enrol(db: Database, engine: TestEngine): Promise<void> {
  await db.query(
    `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
        auto_trading, terms_version, terms_accepted_at, created_at)
      select 'enrolled-' || n || '@example.com', '', 'A', 'B', '+43123', 'enrolled-' || n, true, '1',
        now(), now()
      from generate_series(1, $1::int) n`,
    [ACCOUNTS],
  );
  await db.query(
    'insert into auto_trading_consents select id, $1, now() from customers where auto_trading',
    [CONSENT.version],
  );
  await db.query(
    'insert into auto_trading_accounts select id, now() from customers where auto_trading',
    [],
  );
  const ids = Array.from({ length: ACCOUNTS }, (_, index) => index + 1);
  await Promise.all(ids.map(async (id) => await addAccount(engine, id, 10_000)));
}

async function follow(db: Database, engine: TestEngine, signal: Signal): Promise<void> {
  const deps = {
    db,
    engine,
    clock: systemClock,
    rules: RULES,
    instruments: new Map(INSTRUMENTS.map((one) => [one.symbol, one])),
    timeframeMs: TIMEFRAME_MS,
    appropriateness: { findOpeningRejection: async () => undefined },
    tradingPause: { findOpeningRejection: () => undefined },
    notifications: { notify: async () => expect.fail('nobody is told anything') },
    customers: { setAutoTrading: async () => expect.fail('nobody has lost so much') },
  };
  await actOnSignal(deps, signal, () => false);
}

async function count(db: Database, what: string): Promise<unknown> {
  const [row] = await db.query(`select count(*) as count from ${what}`, []);
  return row?.count;
}

const ACCOUNTS_WITH_ONE = `(
  select account_id from positions where closed_at is null group by account_id having count(*) = 1
) held`;

describeOnDatabase('automatic trading for many accounts', (target) => {
  it('enters and exits for every account, and sizes each by its own equity', async () => {
    const db = await target.open();
    await migrate(db);
    const engine = await startEngine(db, RULES);
    await enrol(db, engine);
    await follow(db, engine, ENTRY);
    expect(await count(db, ACCOUNTS_WITH_ONE)).toBe(ACCOUNTS);
    const sized = [...((await engine.account(ACCOUNTS))?.positions.values() ?? [])];
    // ⌊5,000 × worst fill ÷ (5 × its distance to the stop)⌋: at most 0.5 % of 10,000 is at risk.
    expect(sized).toMatchObject([{ isAutomatic: true, leverage: 5, stopPoints: 8_900_000 }]);
    const [{ amountCents, openPoints } = expect.fail('it is open')] = sized;
    expect((amountCents * 5 * (openPoints - 8_900_000)) / openPoints).toBeLessThanOrEqual(5_000);
    expect(amountCents).toBeGreaterThan(cents(50_000));

    await follow(db, engine, EXIT);
    expect(await count(db, "positions where closing_reason = 'ai-trade'")).toBe(ACCOUNTS);
    await engine.stop();
    await expectHealthy(engine, db);
    await db.close();
  });
});

describeOnDatabase('automatic trading of two programs on one database', (target) => {
  it('continues after the first program lost its lease, and does nothing twice', async () => {
    const [db, otherDb] = [await target.open(), await target.open()];
    await migrate(db);
    const first = await startEngine(db, RULES);
    await enrol(db, first);
    const second = beginEngine(otherDb, RULES);

    const interrupted = follow(db, first, ENTRY).then(
      () => expect.fail('the lease was lost in the middle'),
      (error: unknown) => error,
    );
    await eventually(async () => {
      expect(await count(db, 'auto_trading_decisions')).toBeGreaterThan(50);
    });
    // As if it had not been renewed in time: the second may take it.
    await db.query("update engine_lease set expires_at = '-infinity', epoch = epoch + 1", []);
    expect(await interrupted).toBeInstanceOf(Outage);
    const [owner, idle] = await Promise.race([
      expectReady(second).then(() => [second, first] as const),
      expectReady(first).then(() => [first, second] as const),
    ]);
    expect(await count(db, 'positions')).toBeLessThan(ACCOUNTS);

    await follow(owner === first ? db : otherDb, owner, ENTRY);
    expect(await count(db, ACCOUNTS_WITH_ONE)).toBe(ACCOUNTS);
    expect(await count(db, "auto_trading_decisions where outcome = 'done'")).toBe(ACCOUNTS);
    await idle.stop();
    await owner.stop();
    await expectHealthy(owner, db);
    await Promise.all([db.close(), otherDb.close()]);
  });
});
