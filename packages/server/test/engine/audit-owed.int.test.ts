import { afterAll, beforeAll, expect, it } from 'vitest';

import { audit } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, open, startEngine } from './engine-fixture.ts';

// One position, which its stop closed: one notice, which nobody tells here.
describeOnEachDatabase('the audit of what is owed', (target) => {
  let db: Database;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    const engine = await startEngine(db);
    await addAccount(engine, 1, 1_000);
    await engine.submit('1', open(engine, 1, { stopPoints: 8_950_000, leverage: 5 }));
    await engine.tick(BTCUSD, 8_900_000);
    await engine.submit('poor', open(engine, 1, { euros: 50_000 }));
    await engine.submit('last', open(engine, 1));
    await engine.stop();
  });
  afterAll(() => db.close());

  const problems = async (): Promise<readonly string[]> =>
    (await audit(db)).differences.map(({ subject, problem }) => `${subject}: ${problem}`);

  it('leaves the telling its time, and finds a notice that it passed over or never came to', async () => {
    expect(await problems()).toEqual([]);
    await db.query('update told_notices set sequence = 1', []);
    expect(await problems()).toEqual(['notices 1: its customer was not told of it']);
    await db.query('update told_notices set sequence = 0', []);
    await db.query(`update commands set created_at = created_at + interval '1 hour'`, []);
    expect(await problems()).toEqual(['notices 1: its customer was not told of it']);
    await db.query(`update commands set created_at = created_at - interval '1 hour'`, []);
    expect(await problems()).toEqual([]);
  });
});
