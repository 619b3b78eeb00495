import { expect, it } from 'vitest';
import { problemsOfTables, readTables, type SourceFile, type TableRules } from './table-rules.ts';
import { usesOfScript } from './table-uses.ts';

const EXISTING = ['customers', 'positions', 'jobs'];
const RULES: TableRules = {
  tables: {
    customers: { owner: 'features/customers', readers: ['features/payments'] },
    positions: { owner: 'engine' },
    jobs: { owner: 'platform/jobs' },
  },
  readModels: ['features/reports'],
  variableWriters: ['platform/jobs'],
};
const SOUND = [
  script('features/customers/store.ts', 'sql`update customers set a = 1`'),
  script('features/payments/staff-store.ts', "db.selectFrom('customers as c')"),
  script('features/reports/costs.ts', 'sql`select 1 from positions`'),
  script('platform/jobs/store.ts', 'db.insertInto(queue)'),
  {
    path: 'packages/server/migrations/functions/engine-commit.sql',
    uses: [{ kind: 'write', table: 'positions' }],
  },
] as const;

function script(path: string, source: string): SourceFile {
  return { path: `packages/server/src/${path}`, uses: usesOfScript(source) };
}

it('accepts tables that only their owners write and declared readers read', () => {
  expect(problemsOfTables(EXISTING, SOUND, RULES)).toEqual([]);
});

it.each([
  ['features/payments/x.ts', "db.updateTable('customers')", 'writes customers'],
  ['features/reports/x.ts', 'sql`delete from customers`', 'writes customers'],
  ['app.ts', 'sql`insert into positions values (1)`', 'writes positions'],
  ['features/trading/x.ts', "db.selectFrom('jobs').innerJoin('positions', 'a', 'b')", 'reads jobs'],
  ['features/trading/x.ts', 'sql`select 1 from jobs join positions on true`', 'reads positions'],
  ['features/trading/x.ts', 'sql`truncate ${table}`', 'name the table'],
])('reports the planted violation in %s: %s', (path, source, problem) => {
  expect(problemsOfTables(EXISTING, [...SOUND, script(path, source)], RULES)).toContainEqual(
    expect.stringContaining(`${path}: ${problem}`),
  );
});

it('reports a schema function without an owner', () => {
  const path = 'packages/server/migrations/functions/new.sql';
  const planted: SourceFile = { path, uses: [{ kind: 'write', table: 'positions' }] };
  expect(problemsOfTables(EXISTING, [...SOUND, planted], RULES)).toEqual([
    expect.stringContaining(`${path}: writes positions`),
  ]);
});

it('reports a table without owner, and an owner without table', () => {
  expect(problemsOfTables(['customers', 'positions', 'outbox'], SOUND, RULES)).toEqual([
    expect.stringContaining('outbox has no owner'),
    expect.stringContaining('no migration makes the table jobs'),
  ]);
});

it('reports a declared reader and a read model that read nothing', () => {
  const files = SOUND.filter(({ path }) => !/payments|reports/.test(path));
  expect(problemsOfTables(EXISTING, files, RULES)).toEqual([
    expect.stringContaining('features/payments is declared as a reader of customers'),
    expect.stringContaining('features/reports is a read model'),
  ]);
});

it.each([
  ['its owner', 'features/customers'],
  ['a read model', 'features/reports'],
])('reports a reader that is %s', (_what, reader) => {
  const customers = { owner: 'features/customers', readers: ['features/payments', reader] };
  const rules = { ...RULES, tables: { ...RULES.tables, customers } };
  expect(problemsOfTables(EXISTING, SOUND, rules)).toEqual([
    expect.stringContaining(`${reader} is declared as a reader of customers`),
  ]);
});

it('reads the tables of the migrations', () => {
  expect(readTables('.')).toEqual(expect.arrayContaining(['countries', 'positions', 'first_run']));
});
