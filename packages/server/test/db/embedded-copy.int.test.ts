// Copies of the embedded database's files while it writes: each must open to one moment.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { embeddedTemplate } from '../support/database-templates.ts';

const COPIES = 4;
const ACCOUNTS = 4_000;
/** Rows that fill a page with two of their kind, so that a transfer touches pages far apart. */
const SETUP = `create table pairs (id int primary key, amount bigint not null, padding text not null);
  insert into pairs select g, 100, repeat(md5(g::text), 100) from generate_series(1, ${ACCOUNTS}) g;
  create table transfers (id int primary key);
  create table dropped (n int primary key)`;
const TRANSFER = `with moved as (
    update pairs set amount = amount + case when id = $1 then -1 else 1 end
    where id in ($1, $2) returning id)
  insert into transfers select $3 from moved limit 1`;

/**
 * Dropped while a copy is made, some for each. What a drop does to a table's file shows at once, and
 * only the log tells of it: of a copy that took its log before its tables, tables are missing.
 */
const DROPPED_PER_COPY = 60;
const TABLES = COPIES * DROPPED_PER_COPY;
const TABLES_SETUP = `do $$ begin for n in 1..${TABLES} loop
    execute format('create table old_%s as select %s as n', n, n);
  end loop; end $$`;
const dropOf = (n: number): string =>
  `do $$ begin drop table old_${n}; insert into dropped values (${n}); end $$`;
const NAMES = `select substr(relname, 5)::int as n from pg_class where relname ~ '^old_[0-9]+$'`;

let root: string;
let db: Database;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-copy-'));
  cpSync(await embeddedTemplate(), join(root, 'database'), { recursive: true });
  db = await openDatabase({ directory: join(root, 'database'), onError: () => undefined });
  for (const statement of SETUP.split(';')) await db.query(statement, []);
  await db.query(TABLES_SETUP, []);
});
afterAll(async () => {
  await db.close();
  rmSync(root, { recursive: true, force: true });
});

it('opens every copy to one moment that has all that was acknowledged before it began', async () => {
  let acknowledged = 0;
  let isEnding = false;
  let dropped = 0;
  let dropUntil = 0;
  const writing = (async () => {
    while (!isEnding) {
      const id = acknowledged + 1;
      const from = ((id * 7_919) % ACCOUNTS) + 1;
      const to = ((id * 104_729) % ACCOUNTS) + 1;
      await db.query(TRANSFER, [from, from === to ? (to % ACCOUNTS) + 1 : to, id]);
      acknowledged = id;
      if (dropped < dropUntil) await db.query(dropOf((dropped += 1)), []);
    }
  })();
  const copies: { readonly name: string; readonly before: number; readonly after: number }[] = [];
  for (let copy = 1; copy <= COPIES; copy += 1) {
    const name = join(root, `copy-${copy}`);
    const before = acknowledged;
    dropUntil = copy * DROPPED_PER_COPY;
    await db.copyTo?.(name);
    dropUntil = 0;
    expect(dropped, 'tables are dropped while it copies').toBeGreaterThan(
      (copy - 1) * DROPPED_PER_COPY,
    );
    dropped = copy * DROPPED_PER_COPY;
    copies.push({ name, before, after: acknowledged });
  }
  isEnding = true;
  await writing;
  for (const { name, before, after } of copies) {
    expect(after).toBeGreaterThan(before);
    const copied = await openDatabase({ directory: name, onError: () => undefined });
    const [row] = await copied.query(
      `select (select count(*) from transfers) as transfers, (select max(id) from transfers) as last,
        (select sum(amount)::bigint from pairs) as total, (select count(*) from pairs) as accounts,
        (select count(*) from pairs where padding <> repeat(md5(id::text), 100)) as torn`,
      [],
    );
    const tables = (await copied.query(NAMES, [])).map(({ n }) => Number(n));
    const gone = (await copied.query('select n from dropped', [])).map(({ n }) => Number(n));
    const rows = await copied.query(
      tables.map((n) => `select n from old_${n}`).join(' union all ') ||
        'select 0 as n where false',
      [],
    );
    await copied.close();
    const byNumber = (one: number, other: number): number => one - other;
    expect(rows.map(({ n }) => Number(n)).toSorted(byNumber)).toEqual(tables.toSorted(byNumber));
    expect(tables.length + gone.length).toBe(TABLES);
    expect(row).toMatchObject({ total: ACCOUNTS * 100, accounts: ACCOUNTS, torn: 0 });
    expect(row?.transfers).toBe(row?.last);
    expect(Number(row?.last)).toBeGreaterThanOrEqual(before);
    expect(Number(row?.last)).toBeLessThanOrEqual(after + 1);
  }
});
