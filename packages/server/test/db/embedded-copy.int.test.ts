// What a power cut leaves of the embedded database: copies of its files while it is written to. Each
// must recover to one moment that has all that was acknowledged before it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { copyCluster } from '../support/copy-cluster.ts';

const COPIES = 2;
const ACCOUNTS = 4_000;
/** Rows that fill a page with two of their kind, so that a transfer touches pages far apart. */
const SETUP = [
  'create table pairs (id int primary key, amount bigint not null, padding text not null)',
  `insert into pairs select g, 100, repeat(md5(g::text), 100) from generate_series(1, ${ACCOUNTS}) g`,
  'create table transfers (id int primary key)',
  'checkpoint',
];
const TRANSFER = `with moved as (
    update pairs set amount = amount + case when id = $1 then -1 else 1 end
    where id in ($1, $2) returning id)
  insert into transfers select $3 from moved limit 1`;
const FOUND = `select (select count(*) from transfers) as transfers,
  (select max(id) from transfers) as last, (select sum(amount)::bigint from pairs) as total,
  (select count(*) from pairs) as accounts,
  (select count(*) from pairs where padding <> repeat(md5(id::text), 100)) as torn`;

let root: string;
let db: Database;
const open = (folder: string): Promise<Database> =>
  openDatabase({ directory: join(root, folder, 'postgres'), onError: () => undefined });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halyard-copy-'));
  db = await open('source');
  for (const statement of SETUP) await db.query(statement, []);
});
afterAll(async () => {
  await db.close();
  rmSync(root, { recursive: true, force: true });
});

it('restores every copy to one moment with all transactions acknowledged before the copy', async () => {
  let acknowledged = 0;
  let isEnding = false;
  const writing = (async () => {
    while (!isEnding) {
      const id = acknowledged + 1;
      const from = ((id * 7_919) % ACCOUNTS) + 1;
      const to = ((id * 104_729) % ACCOUNTS) + 1;
      await db.query(TRANSFER, [from, from === to ? (to % ACCOUNTS) + 1 : to, id]);
      acknowledged = id;
    }
  })();
  const copies: { readonly name: string; readonly before: number; readonly after: number }[] = [];
  for (let copy = 1; copy <= COPIES; copy += 1) {
    const name = `copy-${copy}`;
    await expect.poll(() => acknowledged).toBeGreaterThan(copy * 20);
    const before = acknowledged;
    await copyCluster(join(root, 'source', 'postgres'), join(root, name, 'postgres'));
    copies.push({ name, before, after: acknowledged });
  }
  isEnding = true;
  await writing;
  // A quick copy may end before the next commit does, but not each of them.
  expect(copies.some(({ before, after }) => after > before)).toBe(true);
  for (const { name, before, after } of copies) {
    const copied = await open(name);
    const [row] = await copied.query(FOUND, []);
    await copied.close();
    expect(row).toMatchObject({ total: ACCOUNTS * 100, accounts: ACCOUNTS, torn: 0 });
    expect(row?.transfers).toBe(row?.last);
    expect(Number(row?.last)).toBeGreaterThanOrEqual(before);
    expect(Number(row?.last)).toBeLessThanOrEqual(after + 1);
  }
}, 120_000);
