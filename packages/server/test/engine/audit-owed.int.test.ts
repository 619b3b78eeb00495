import { afterAll, beforeAll, expect, it } from 'vitest';

import { cents } from '@halyard/core/money';

import { audit, pruneRejections } from '#engine/engine.ts';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';
import { addAccount, BTCUSD, open, startEngine } from './engine-fixture.ts';

// One position, which its stop closed: one notice, which nobody tells here.
describeOnDatabase('the audit of what is owed', (target) => {
  let db: Database;

  beforeAll(async () => {
    db = await target.open();
    await migrate(db);
    const engine = await startEngine(db);
    await addAccount(engine, 1, 1_000);
    await engine.submit('1', open(engine, 1, { stopPoints: 8_950_000, leverage: 5 }));
    await engine.tick(BTCUSD, 8_900_000);
    await engine.submit('client:poor', open(engine, 1, { euros: 50_000 }));
    const tooMuch = { accountId: 1, atMs: Date.now(), amountCents: cents(9_000_000) } as const;
    await engine.submit('hold:W1', { kind: 'hold-funds', reference: 'W1', ...tooMuch });
    await engine.submit('client:last', open(engine, 1, { euros: 60_000 }));
    await engine.stop();
  });
  afterAll(() => db.close());

  const problems = async (): Promise<readonly string[]> =>
    (await audit(db)).differences.map(({ subject, problem }) => `${subject}: ${problem}`);

  it('waits for pending notifications, and finds a skipped or unsent account notice', async () => {
    expect(await problems()).toEqual([]);
    await db.query('update told_notices set sequence = 1', []);
    expect(await problems()).toEqual(['notices 1: its customer was not told of it']);
    await db.query('update told_notices set sequence = 0', []);
    await db.query(`update commands set created_at = created_at + interval '1 hour'`, []);
    expect(await problems()).toEqual(['notices 1: its customer was not told of it']);
    await db.query(`update commands set created_at = created_at - interval '1 hour'`, []);
    expect(await problems()).toEqual([]);
  });

  it('finds no difference after old rejections were deleted, and finds other deletions', async () => {
    const ids = async () =>
      (await db.query('select request_id from commands order by sequence', [])).map((row) =>
        String(row.request_id),
      );
    const age = async (days: number) =>
      await db.query(
        `update commands set created_at = created_at - $1::bigint * interval '1 day'`,
        [days],
      );
    const before = await ids();
    await age(29);
    expect(await pruneRejections(db)).toBe(0);
    await age(2);
    expect(await pruneRejections(db)).toBe(1);
    expect(await pruneRejections(db)).toBe(0);
    expect(await ids()).toEqual(before.filter((id) => id !== 'client:poor'));
    expect(before.slice(-3)).toEqual(['client:poor', 'hold:W1', 'client:last']);
    expect(await problems()).toEqual([]);
    await db.query(`delete from commands where request_id = 'hold:W1'`, []);
    expect(await problems()).toEqual([expect.stringMatching(/^commands 1-\d+: 1 missing$/)]);
  });
});

describeOnDatabase('the audit of nights', (target) => {
  let db: Database;
  beforeAll(async () => {
    db = await target.open();
  });
  afterAll(() => db.close());

  it('accepts a night without a rate, and one whose charge was zero', async () => {
    const chargeNight = async (day: string, rate: number): Promise<void> => {
      const engine = await startEngine(db, {
        financingBpsYear: { crypto: { buy: rate, sell: rate } },
      });
      if (day === '2026-01-05') {
        await addAccount(engine, 1, 1_000);
        await engine.submit('1', open(engine, 1, { leverage: 1 }));
      }
      const atMs = Date.now() + 1;
      const charge = {
        kind: 'charge-financing',
        accountId: 1,
        atMs,
        day,
        cutOffAtMs: atMs,
      } as const;
      if (rate !== 0) expect((await engine.submit(`financing:${day}`, charge)).kind).toBe('done');
      await db.query(
        `insert into charged_nights (id, last_day) values (1, $1)
          on conflict (id) do update set last_day = $1`,
        [day],
      );
      await engine.stop();
    };
    await chargeNight('2026-01-05', 36_500);
    await chargeNight('2026-01-06', 0);
    await chargeNight('2026-01-07', 36_500);
    await chargeNight('2026-01-08', 1);
    await chargeNight('2026-01-09', 36_500);
    const [row] = await db.query(
      `select count(*) as nights from postings where kind = 'financing'`,
      [],
    );
    expect(row?.nights).toBe(3);
    expect((await audit(db)).differences).toEqual([]);
  });
});
