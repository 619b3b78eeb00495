// Price alerts of before they followed splits: each waits for the rate that its customer is shown, and
// those that a halt of now was split after follow that split.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate } from '#platform/db/db.ts';
import { describeOnEachDatabase } from '../support/test-database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url).pathname;
const FIRST_TO_FOLLOW = '0262-alerts-follow-splits.sql';

describeOnEachDatabase(
  'price alerts of before splits moved them',
  (target) => {
    it('follow the splits alone whose halt still holds', async () => {
      const files = mkdtempSync(join(tmpdir(), 'halyard-migrations-'));
      const db = await target.open();
      const earlier = readdirSync(MIGRATIONS).filter((name) => name < FIRST_TO_FOLLOW);
      for (const name of earlier) cpSync(join(MIGRATIONS, name), join(files, name));
      await migrate(db, { directory: files });
      await db.query(
        `insert into customers (email, password_hash, first_name, last_name, phone, uniqid,
           terms_version, terms_accepted_at, created_at, language)
         values ('old@example.com', '', 'Old', 'Test', '', 'old', '1', now(), now(), 'en')`,
        [],
      );
      await db.query(
        `insert into symbol_halts (symbol, halted_by, reason, halted_at, is_frozen)
         values ('BTCUSD', 'x', '', '2026-01-03', true), ('ETHUSD', 'x', '', '2026-01-05', false)`,
        [],
      );
      await db.query(
        `insert into symbol_splits (symbol, sequence, new_units, old_units, sell_points, buy_points,
           source, source_at, received_at, split_at)
         select symbol, day, 2, 1, 1, 1, 'split', at, at, at
         from (values ('BTCUSD', 2), ('ETHUSD', 2), ('BTCUSD', 4)) as s (symbol, day)
         cross join lateral (select date '2026-01-01' + day - 1 as at) d`,
        [],
      );
      await db.query(
        `insert into price_alerts (customer_id, symbol, side, sense, points, created_at, fired_at,
           fired_points)
         select c.id, a.symbol, 'sell', 'falls', day, date '2026-01-01' + day - 1, fired, price
         from customers c, (values
           ('BTCUSD', 1, null, null), ('BTCUSD', 3, null, null), ('BTCUSD', 5, null, null),
           ('ETHUSD', 1, null, null), ('USDJPY', 1, null, null),
           ('BTCUSD', 1, timestamptz '2026-01-02', 7)
         ) as a (symbol, day, fired, price)`,
        [],
      );
      await migrate(db);
      const kept = await db.query(
        'select symbol, points, splits_before from price_alerts where fired_at is null order by id',
        [],
      );
      expect(kept).toEqual([
        { symbol: 'BTCUSD', points: 1, splits_before: 1 },
        { symbol: 'BTCUSD', points: 3, splits_before: 1 },
        { symbol: 'BTCUSD', points: 5, splits_before: 2 },
        { symbol: 'ETHUSD', points: 1, splits_before: 1 },
        { symbol: 'USDJPY', points: 1, splits_before: 0 },
      ]);
      const order = await db.query('select symbol, sequence from symbol_splits order by id', []);
      expect(order.map(({ symbol, sequence }) => `${String(symbol)} ${String(sequence)}`)).toEqual([
        'BTCUSD 2',
        'ETHUSD 2',
        'BTCUSD 4',
      ]);
      await db.close();
      rmSync(files, { recursive: true });
    });
  },
  'empty',
);
