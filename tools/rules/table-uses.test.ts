import { expect, it } from 'vitest';
import { usesOfScript, usesOfSql } from './table-uses.ts';

const read = (table: string) => ({ kind: 'read', table });
const write = (table: string | undefined) => ({ kind: 'write', table });

it.each([
  ['select id from customers c', [read('customers')]],
  ['SELECT 1 FROM public."customers"', [read('customers')]],
  [
    'select 1 from positions p, trading_accounts as a, lateral (select 1) l',
    [read('positions'), read('trading_accounts'), read('lateral')],
  ],
  [
    'select 1 from a left join lateral (select 1 from b) x on true',
    [read('a'), read('lateral'), read('b')],
  ],
  [
    'insert into postings (id) values (1) on conflict do update set id = 2',
    [write('postings'), write('set')],
  ],
  ['update customers set pin = null where documents is distinct from pin', [write('customers')]],
  ['delete from sessions using customers', [write('sessions'), read('customers')]],
  ['select 1 from jobs join assets using (id)', [read('jobs'), read('assets')]],
  ['truncate table jobs, outbox', [write('jobs'), write('outbox')]],
  ['select 1 -- from customers', []],
])('finds the tables of %s', (text, uses) => {
  expect(usesOfSql(text)).toEqual(uses);
});

it.each([
  [
    "db.selectFrom('customers as c').innerJoin('countries', 'a', 'b')",
    [read('customers'), read('countries')],
  ],
  ["selectFrom(['positions as p', 'assets'])", [read('positions'), read('assets')]],
  ["db.insertInto('postings').values({})", [write('postings')]],
  ["db.updateTable('customers').from('sessions')", [write('customers'), read('sessions')]],
  ["db.deleteFrom('sessions')", [write('sessions')]],
  ['db.deleteFrom(table)', [write(undefined)]],
  ['sql`update ${table} set a = 1`', [write(undefined)]],
  [
    'sql`select ${columns} from customers where id = ${id} and ${sql`exists (select from jobs)`}`',
    [read('customers'), read('jobs')],
  ],
  [
    'const source = { from: sql`customers c join countries d on true` };',
    [read('customers'), read('countries')],
  ],
  ["// select 1 from customers\nconst text = 'of customers';", []],
  ["import { open } from './from customers.ts';", []],
])('finds the tables that %s uses', (source, uses) => {
  const found = usesOfScript(source);
  expect(found).toHaveLength(uses.length);
  expect(found).toEqual(expect.arrayContaining(uses));
});
