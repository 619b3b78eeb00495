import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import type { Database, Lane } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, close, open, openedBy, startEngine } from './engine-fixture.ts';

// Positions 1 and 2 of € 5.00 × 1 round down: 1 is open, 2 is closed in part (the part is 5) and by a
// tick. Its customer closed 3, and staff closed 4.
describeOnDatabase('the audit of small positions and of closes by staff', (target) => {
  let db: Database;
  let lane: Lane;

  beforeAll(async () => {
    db = await target.open();
    lane = db.openLane({ name: 'test' });
    const engine = await startEngine(db);
    await addAccount(engine, 1, 1_000);
    await addAccount(engine, 2, 1_000);
    const small = { euros: 5, leverage: 1 };
    await engine.submit('1', open(engine, 1, small));
    const parted = openedBy(
      await engine.submit('2', open(engine, 1, { ...small, stopPoints: 8_950_000 })),
    );
    const own = openedBy(await engine.submit('3', open(engine, 2, { leverage: 1 })));
    const brokers = openedBy(await engine.submit('4', open(engine, 2, { leverage: 1 })));
    await engine.submit('5', close(1, parted, 2));
    await engine.tick(BTCUSD, 8_900_000);
    await engine.submit('6', close(2, own));
    const byBroker = { kind: 'close-position', amountCents: null, isByBroker: true } as const;
    const named = { accountId: 2, atMs: Date.now(), positionId: brokers };
    await engine.submit('7', { ...byBroker, ...named });
    await engine.stop();
    await lane.run('alter table account_notices disable trigger all');
  });
  afterAll(async () => {
    await lane.close();
    await db.close();
  });

  const problems = async (): Promise<readonly string[]> =>
    (await audit(db)).differences.map(({ subject, problem }) => `${subject}: ${problem}`);
  /** What the audit says while the statement is in effect; it is undone after. */
  const findWith = async (statement: string, undo: string): Promise<readonly string[]> => {
    await lane.run(statement);
    try {
      return await problems();
    } finally {
      await lane.run(undo);
    }
  };

  it('finds no difference in correct books', async () => {
    expect(await problems()).toEqual([]);
    const rows = await db.query(
      `select id, carry is not null as carries, closing_reason from positions order by id`,
      [],
    );
    expect(rows).toMatchObject([
      { id: 1, carries: true, closing_reason: null },
      { id: 2, carries: true, closing_reason: 'stop-loss' },
      { id: 3, carries: false, closing_reason: 'manually' },
      { id: 4, carries: false, closing_reason: 'manually' },
      { id: 5, carries: true, closing_reason: 'manually' },
    ]);
  });

  it('finds a wrongly rounded small position', async () => {
    const found = await findWith(
      'update positions set carry = carry + 1 where id = 1',
      'update positions set carry = carry - 1 where id = 1',
    );
    expect(found).toEqual([expect.stringMatching(/^positions 1: its carry: -\d+, but by its com/)]);
  });

  it('finds a forged notice that staff closed what its customer closed', async () => {
    const found = await findWith(
      `insert into account_notices
        select max(sequence) + 1, 2, 'broker-close',
          (select closed_at from positions where id = 3), '{"positionId": 3}'
        from account_notices`,
      'delete from account_notices where sequence = (select max(sequence) from account_notices)',
    );
    expect(found).toEqual([expect.stringMatching(/^notices 1-\d+: 1 of actions that were none$/)]);
  });
});
