import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeForBroker } from '#features/backoffice/dealing/close-for-broker.ts';
import { lastNight } from '#features/trading/financing/night.ts';
import { migrate, type Database } from '#platform/db/db.ts';
import {
  addAccount,
  BTCUSD,
  expectHealthy,
  open,
  openedBy,
  startEngine,
  type TestEngine,
} from '../engine/engine-fixture.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const ACTOR = 'staff:1';
const CLOCK = { nowMs: () => Date.now() };
/** € 1,000 at leverage 2 cost 2,000 × 36.5 % ÷ 365 = € 2.00 a night. */
const RULES = { financingBpsYear: { crypto: { buy: 3_650, sell: 0 } } };
const ORDER = { euros: 1_000, leverage: 2 };
/** As the nightly task would charge it, were it as far. */
const NIGHT = lastNight(Date.now());
const UNIQUE_KEY = `financing:${NIGHT.day}:position:`;

describeOnDatabase('a position that staff close', (database) => {
  let db: Database;
  let engine: TestEngine;
  beforeAll(async () => {
    db = await database.open();
    await migrate(db);
    engine = await startEngine(db, RULES);
  });
  afterAll(async () => {
    await expectHealthy(engine, db);
    await engine.stop();
    await db.close();
  });
  /** Opened before the night began, for which nobody is charged yet. */
  const openBeforeNight = async (accountId: number): Promise<number> => {
    await addAccount(engine, accountId, 10_000);
    engine.feed({ kind: 'set-nights', atMs: Date.now(), nights: [NIGHT] });
    const order = { ...open(engine, accountId, ORDER), atMs: NIGHT.cutOffAtMs - 1 };
    return openedBy(await engine.submit('open', order));
  };
  const chargeNight = async (accountId: number) => {
    const charge = { kind: 'charge-financing', accountId, atMs: Date.now(), ...NIGHT } as const;
    await engine.submit(`financing:${NIGHT.day}`, charge);
  };
  const chargesOf = async (accountId: number) =>
    await db.query(
      `select p.unique_key, e.amount_cents from postings p
       join ledger_entries e on e.posting_id = p.id and e.customer_id = $1
       where p.kind = 'financing' order by p.id`,
      [accountId],
    );

  it('charges the night that has begun, once', async () => {
    const positionId = await openBeforeNight(1);
    expect(
      await closeForBroker({ db, engine, clock: CLOCK }, { positionId, actor: ACTOR }),
    ).toEqual({ kind: 'closed', position: expect.objectContaining({ id: positionId }) as unknown });
    await chargeNight(1);
    const unique_key = UNIQUE_KEY + String(positionId);
    expect(await chargesOf(1)).toEqual([{ unique_key, amount_cents: -200 }]);
  });

  it('charges nothing more if the nightly task ran first', async () => {
    const positionId = await openBeforeNight(2);
    await chargeNight(2);
    await closeForBroker({ db, engine, clock: CLOCK }, { positionId, actor: ACTOR });
    const unique_key = UNIQUE_KEY + String(positionId);
    expect(await chargesOf(2)).toEqual([{ unique_key, amount_cents: -200 }]);
  });

  it('stays open while its symbol is halted, and the attempt is on record', async () => {
    const positionId = await openBeforeNight(3);
    const setState = (state: 'halted' | 'live') =>
      engine.feed({
        kind: 'set-symbol-state',
        atMs: Date.now(),
        symbol: BTCUSD,
        state,
      });
    setState('halted');
    const close = async (id: number) =>
      await closeForBroker({ db, engine, clock: CLOCK }, { positionId: id, actor: ACTOR });
    expect(await close(positionId)).toMatchObject({
      rejection: { code: 'position-price-unavailable' },
    });
    setState('live');
    expect(await close(positionId)).toMatchObject({ kind: 'closed' });
    expect(await close(positionId + 1_000)).toMatchObject({ rejection: { code: 'not-found' } });
    const events = await db.query(
      `select actor, action, after ->> 'code' as code from audit_events
       where subject = 'customer:3' order by id`,
      [],
    );
    expect(events).toEqual([
      { actor: ACTOR, action: 'position.close', code: null },
      { actor: ACTOR, action: 'position.close-refused', code: 'price-unavailable' },
      { actor: ACTOR, action: 'position.close', code: null },
      { actor: ACTOR, action: 'position.closed', code: null },
    ]);
  });
});
