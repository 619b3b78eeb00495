import { AbortedTransactionError, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

type Tables = { samples: { id: number; name: string } };

describeOnDatabase('a database', (target) => {
  let db: Database;
  beforeAll(async () => {
    db = await target.open();
    await db.query('create table samples (id bigint primary key, name text not null)', []);
  });
  afterAll(() => db.close());

  it('returns a bigint as a safe integer, alone and in arrays', async () => {
    const rows = await db.query(
      `select 9007199254740991::bigint as one, array[1, null, -9007199254740991]::bigint[] as many,
        '{}'::bigint[] as none, count(*) as count from (values (1), (2)) v`,
      [],
    );
    expect(rows).toEqual([
      { one: 9_007_199_254_740_991, many: [1, null, -9_007_199_254_740_991], none: [], count: 2 },
    ]);
  });

  it('rejects a bigint that is not a safe integer instead of rounding it', async () => {
    await expect(db.query('select 9007199254740993::bigint as big', [])).rejects.toThrow(
      RangeError,
    );
    await expect(db.query(`select '{9007199254740993}'::bigint[] as big`, [])).rejects.toThrow(
      RangeError,
    );
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  it('returns the other types in the same way', async () => {
    const rows = await db.query(
      `select 1.50::numeric as numeric, '{"a":[1,null]}'::jsonb as jsonb, true as boolean,
        '2026-02-28'::date as day, '2026-02-28T10:11:12.345Z'::timestamptz as moment,
        array['a"b', 'c\\d', null, 'e,f']::text[] as texts, '\\x00ff'::bytea as bytes`,
      [],
    );
    expect(rows).toEqual([
      {
        numeric: '1.50',
        jsonb: { a: [1, null] },
        boolean: true,
        day: '2026-02-28',
        moment: new Date('2026-02-28T10:11:12.345Z'),
        texts: ['a"b', 'c\\d', null, 'e,f'],
        bytes: Buffer.from([0, 255]),
      },
    ]);
  });

  it('accepts arrays, dates and JSON as parameters', async () => {
    const moment = new Date('2026-03-29T00:59:59.999Z');
    const rows = await db.query(
      `select $1::bigint[] as numbers, $2::text[] as texts, $3::timestamptz as moment,
        $4::jsonb as jsonb`,
      [[1, 2], ['x"y', '\\', 'ä€😀'], moment, { deep: ['ü'] }],
    );
    expect(rows).toEqual([
      { numbers: [1, 2], texts: ['x"y', '\\', 'ä€😀'], moment, jsonb: { deep: ['ü'] } },
    ]);
  });

  it('throws an error with its code, detail and constraint', async () => {
    await db.query(`insert into samples values (1, 'one')`, []);
    await expect(db.query(`insert into samples values ($1, $2)`, [1, 'one'])).rejects.toMatchObject(
      {
        code: '23505',
        constraint: 'samples_pkey',
        table: 'samples',
        detail: 'Key (id)=(1) already exists.',
      },
    );
    await expect(db.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    await expect(db.query('selec 1', [])).rejects.toMatchObject({ code: '42601' });
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  it('rolls a failed transaction back while others continue', async () => {
    const kysely = db.kysely.withTables<Tables>();
    const failing = kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('samples').values({ id: 10, name: 'gone' }).execute();
      throw new Error('on purpose');
    });
    const other = kysely.insertInto('samples').values({ id: 11, name: 'kept' }).execute();
    await expect(failing).rejects.toThrow('on purpose');
    await other;
    const rows = await kysely.selectFrom('samples').select('name').where('id', '>=', 10).execute();
    expect(rows).toEqual([{ name: 'kept' }]);
  });

  it('fails the commit of a transaction whose statement failed', async () => {
    const kysely = db.kysely.withTables<Tables>();
    const swallowing = kysely.transaction().execute(async (transaction) => {
      await sql`select 1 / 0`.execute(transaction).catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow(AbortedTransactionError);
    expect(await db.query('select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  it('returns the number of rows that a statement changed', async () => {
    const kysely = db.kysely.withTables<Tables>();
    const result = await kysely
      .updateTable('samples')
      .set({ name: 'new' })
      .where('id', '=', 1)
      .executeTakeFirst();
    expect(result.numUpdatedRows).toBe(1n);
  });

  it('serves a hundred concurrent calls', async () => {
    const calls = Array.from({ length: 100 }, (_, n) => db.query('select $1::int as n', [n]));
    const rows = await Promise.all(calls);
    expect(rows.flat().map((row) => row.n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  });

  it('runs a script completely or not at all', async () => {
    const lane = db.openLane({ name: 'test' });
    const script = `insert into samples values (20, 'a'); insert into samples values (20, 'b');`;
    await expect(lane.run(script)).rejects.toMatchObject({ code: '23505' });
    expect(await lane.query('select * from samples where id = 20', [])).toEqual([]);
    await lane.run(`insert into samples values (21, 'a'); insert into samples values (22, 'b');`);
    expect(await lane.query('select id from samples where id > 20 order by id', [])).toEqual([
      { id: 21 },
      { id: 22 },
    ]);
    await lane.close();
  });

  it('keeps a lane free while all other connections are busy', async () => {
    const lane = db.openLane({ name: 'test' });
    await lane.query('select pg_advisory_lock(1)', []);
    let waiting = 15;
    const slow = Array.from({ length: waiting }, () =>
      db.query('select pg_advisory_xact_lock_shared(1)', []).then(() => (waiting -= 1)),
    );
    const blocked = `select count(*) > 1 as many from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => lane.query(blocked, [])).toEqual([{ many: true }]);
    expect(waiting).toBe(15);
    await lane.query('select pg_advisory_unlock(1)', []);
    await Promise.all(slow);
    expect(waiting).toBe(0);
    await lane.close();
  });
});
