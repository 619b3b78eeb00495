import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Database } from '#platform/db/db.ts';
import { describeOnDatabase } from '../support/test-database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const TYPES = fileURLToPath(new URL('../../src/platform/db/tables', import.meta.url));
const LINES_MAX = 350;
const GENERATED =
  '// Generated from the database by `npm run table-types`. Change the migrations instead.';

/** By PostgreSQL type: the values that connections of platform/db return. */
const VALUE_TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  text: 'string',
  timestamptz: 'Date',
  uuid: 'string',
  xid8: 'string',
};

const COLUMNS = `
  select table_name as table, column_name as column, udt_name as type,
    is_nullable = 'YES' as is_nullable,
    column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as is_generated
  from information_schema.columns where table_schema = 'public'
  order by ordinal_position`;

type Column = {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly is_generated: boolean;
};

describeOnDatabase('the generated table types', (target) => {
  let db: Database;
  beforeAll(async () => {
    db = await target.open();
  });
  afterAll(() => db.close());

  it('match the migrated database', async () => {
    const columns = (await db.query(COLUMNS, [])) as readonly Column[];
    const areas = readAreas();
    for (const { name, tables } of areas) {
      const text = toAreaFile(name, tables, columns);
      expect(text.split('\n').length).toBeLessThanOrEqual(LINES_MAX);
      // npm run table-types writes it.
      await expect(text).toMatchFileSnapshot(`${TYPES}/${name}.ts`);
    }
    await expect(toEntryPoint(areas)).toMatchFileSnapshot(`${TYPES}/tables.ts`);
    const files = [...areas.map(({ name }) => `${name}.ts`), 'tables.ts'];
    expect(readdirSync(TYPES).filter((file) => !files.includes(file))).toEqual([]);
  });
});

type Area = { readonly name: string; readonly tables: readonly string[] };

/** The tables that each migration creates, under the migration's name. */
function readAreas(): readonly Area[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const script = readFileSync(`${MIGRATIONS}/${file}`, 'utf8');
      const tables = [...script.matchAll(/^create (?:unlogged )?table (?!practice\.)(\w+)/gm)].map(
        ([, name = '']) => name,
      );
      return { name: file.slice('0000-'.length, -'.sql'.length), tables };
    })
    .filter(({ tables }) => tables.length > 0);
}

function toAreaFile(name: string, tables: readonly string[], columns: readonly Column[]): string {
  const rows = tables.flatMap((table) => [
    `  ${table}: {`,
    ...columns.filter((column) => column.table === table).map(toColumn),
    '  };',
  ]);
  const body = rows.join('\n');
  return [
    GENERATED,
    ...(body.includes('Generated<') ? ["import type { Generated } from 'kysely';"] : []),
    ...(body.includes('Json') ? ["import type { Json } from '../json.ts';"] : []),
    '',
    `export type ${toTypeName(name)} = {`,
    body,
    '};',
    '',
  ].join('\n');
}

function toColumn({ column, type, is_nullable, is_generated }: Column): string {
  const isArray = type.startsWith('_');
  const value = VALUE_TYPES[isArray ? type.slice(1) : type];
  if (value === undefined) throw new Error(`name the type of a ${type} in VALUE_TYPES`);
  const one = isArray ? `readonly ${value}[]` : value;
  const stored = is_nullable ? `${one} | null` : one;
  return `    ${column}: ${is_generated ? `Generated<${stored}>` : stored};`;
}

function toEntryPoint(areas: readonly Area[]): string {
  return [
    GENERATED,
    ...areas.map(({ name }) => `import type { ${toTypeName(name)} } from './${name}.ts';`),
    '',
    `export type Tables = ${areas.map(({ name }) => toTypeName(name)).join(' &\n  ')};`,
    '',
  ].join('\n');
}

function toTypeName(name: string): string {
  const words = name.split('-').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `${words.join('')}Tables`;
}
