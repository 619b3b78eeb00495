// Restores a snapshot into an empty database: its schema, the rows, the sequences, and then the
// foreign keys and triggers.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Database } from './database.ts';
import { CONTENT_SCHEMAS } from './database.ts';
import { DatabaseUnfit } from './failure.ts';
import { buildSchema } from './migrate.ts';
import type { AppliedMigration } from './migrate.ts';
import { NOT_CONTENT, quoteName, quoteRelation, RELATION_NAME, TEXT_FORM } from './snapshot.ts';
import type { SnapshotPage, SnapshotSequence, SnapshotTable } from './snapshot.ts';

export type SnapshotLoad = {
  /** The transaction, for further work in the same commit after everything is loaded. */
  readonly kysely: Kysely<object>;
  /** Starts loading. Rejects tables that the schema does not have. */
  begin(tables: readonly SnapshotTable[]): Promise<void>;
  addRows(table: SnapshotTable, page: SnapshotPage): Promise<void>;
  finish(sequences: readonly SnapshotSequence[]): Promise<void>;
};

type Constraint = { readonly table: string; readonly name: string; readonly definition: string };
type Column = { readonly name: string; readonly type: string };

/** Counts the objects of the database except those that extensions may have created. */
const OBJECTS = `select count(*) as count from (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${CONTENT_SCHEMAS})
    union all select oid from pg_proc where pronamespace = 'public'::regnamespace
  ) o where not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`;

const COLUMNS = `select ${RELATION_NAME} as table, a.attname as name,
    format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  where n.nspname in (${CONTENT_SCHEMAS}) and c.relkind = 'r'
  order by a.attnum`;

const FOREIGN_KEYS = `select conrelid::regclass::text as table, conname as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  order by conrelid::regclass::text, conname`;

/** Returns whether the database is completely empty. */
export async function isEmptyDatabase(db: Database): Promise<boolean> {
  const { rows } = await sql.raw<{ count: number }>(OBJECTS).execute(db.kysely);
  return rows[0]?.count === 0;
}

/** Loads a snapshot in one transaction, either completely or not at all. */
export async function loadSnapshot(
  db: Database,
  migrations: readonly AppliedMigration[],
  use: (load: SnapshotLoad) => Promise<void>,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await sql.raw(TEXT_FORM).execute(tx);
    const run = async (script: string): Promise<void> => void (await sql.raw(script).execute(tx));
    const bringUp = await buildSchema(run, migrations);
    const types = await listColumns(tx);
    const foreignKeys = await sql.raw<Constraint>(FOREIGN_KEYS).execute(tx);
    await use({
      kysely: tx,
      begin: async (tables) => {
        assertSameTables(tables, types);
        for (const { table, name } of foreignKeys.rows) {
          await sql.raw(`alter table ${table} drop constraint ${quoteName(name)}`).execute(tx);
        }
        await emptyTables(tx, tables);
      },
      addRows: async (table, page) => {
        await insertRows(tx, { name: table.name, columns: types.get(table.name) ?? [] }, page);
      },
      finish: async (sequences) => {
        await setSequences(tx, sequences);
        await setTriggers(tx, [...types.keys()], 'enable');
        for (const { table, name, definition } of foreignKeys.rows) {
          await sql
            .raw(`alter table ${table} add constraint ${quoteName(name)} ${definition}`)
            .execute(tx);
        }
        // Brings the restored schema up to date with this program's migrations.
        await bringUp();
      },
    });
  });
  await db.query('analyze', []);
}

async function listColumns(tx: Kysely<object>): Promise<Map<string, Column[]>> {
  const { rows } = await sql.raw<Column & { table: string }>(COLUMNS).execute(tx);
  const types = new Map<string, Column[]>();
  for (const { table, name, type } of rows) {
    const columns = types.get(table) ?? [];
    columns.push({ name, type });
    types.set(table, columns);
  }
  for (const name of NOT_CONTENT) types.delete(name);
  return types;
}

function assertSameTables(
  tables: readonly SnapshotTable[],
  types: ReadonlyMap<string, readonly Column[]>,
): void {
  const found = tables.map(({ name, columns }) => JSON.stringify([name, ...columns]));
  const expected = [...types].map(([name, columns]) =>
    JSON.stringify([name, ...columns.map((column) => column.name)]),
  );
  const isSame = found.toSorted().join() === expected.toSorted().join();
  if (isSame) return;
  const foreign = found.find((one) => !expected.includes(one)) ?? expected[0];
  throw new DatabaseUnfit(
    `The tables of the backup are not those that its migrations make, such as ${foreign}.`,
  );
}

/** Empties the tables, because the rows that migrations insert are in the snapshot. */
async function emptyTables(tx: Kysely<object>, tables: readonly SnapshotTable[]): Promise<void> {
  const names = tables.map(({ name }) => name);
  await setTriggers(tx, names, 'disable');
  const all = names.map(quoteRelation).join(', ');
  await sql.raw(`truncate ${all}`).execute(tx);
}

async function setTriggers(
  tx: Kysely<object>,
  tables: readonly string[],
  state: 'enable' | 'disable',
): Promise<void> {
  for (const name of tables) {
    await sql.raw(`alter table ${quoteRelation(name)} ${state} trigger user`).execute(tx);
  }
}

async function insertRows(
  tx: Kysely<object>,
  table: { readonly name: string; readonly columns: readonly Column[] },
  page: SnapshotPage,
): Promise<void> {
  const names = table.columns.map(({ name }) => quoteName(name)).join(', ');
  const values = table.columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  const result = await sql`
    insert into ${sql.raw(quoteRelation(table.name))} (${sql.raw(names)})
    overriding system value
    select ${sql.raw(values)} from jsonb_array_elements(${`[${page.join(',')}]`}::jsonb) as line
    `.execute(tx);
  if (Number(result.numAffectedRows) !== page.length) {
    throw new DatabaseUnfit(`The table ${table.name} did not take all of its rows.`);
  }
}

async function setSequences(
  tx: Kysely<object>,
  sequences: readonly SnapshotSequence[],
): Promise<void> {
  for (const { name, last } of sequences) {
    await sql`select setval(${quoteRelation(name)}::regclass, ${last ?? '1'}::bigint,
      ${last !== null})`.execute(tx);
  }
}
