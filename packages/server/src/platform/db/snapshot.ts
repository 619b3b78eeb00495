// All rows of all tables at one moment, as text: every version of PostgreSQL reads its own output
// as the same value.
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

import type { Row } from './connection.ts';
import { CONTENT_SCHEMAS, SCHEMAS } from './database.ts';
import type { Database } from './database.ts';
import { listApplied } from './migrate.ts';
import type { AppliedMigration } from './migrate.ts';

/** Names of tables and sequences outside of `public` begin with their schema: `practice.postings`. */
export type SnapshotTable = { readonly name: string; readonly columns: readonly string[] };

/** The rows of a page: one JSON array of texts and nulls per row, in the table's column order. */
export type SnapshotPage = readonly string[];

export type SnapshotSequence = {
  readonly name: string;
  /** The last value of the sequence; null if it was never used. */
  readonly last: string | null;
};

export type Snapshot = {
  /** The tables by name. */
  readonly tables: readonly SnapshotTable[];
  /** The transaction, to read other data at the same moment. */
  readonly kysely: Kysely<object>;
  readonly migrations: readonly AppliedMigration[];
  readRows(table: SnapshotTable): AsyncGenerator<SnapshotPage>;
  /**
   * Returns the sequences. Call it after the rows were read: sequences are outside the snapshot and
   * only grow.
   */
  listSequences(): Promise<readonly SnapshotSequence[]>;
};

/** The number of rows of the first fetch, which measures the row length. */
const ROWS_FIRST = 20;
const ROWS_MAX = 5_000;
const PAGE_CHARACTERS = 2 * 1024 * 1024;

/** The tables that are not content: those of the migrations. */
export const NOT_CONTENT: readonly string[] = ['schema_migrations', 'schema_functions'];

/** The name of a relation `c` in the backup. */
export const RELATION_NAME = `case n.nspname when 'public' then c.relname::text
  else n.nspname || '.' || c.relname end`;

const TABLES = `select ${RELATION_NAME} as name,
    array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  where n.nspname in (${CONTENT_SCHEMAS}) and c.relkind = 'r'
    and c.relname not in ('${NOT_CONTENT.join("', '")}')
  group by 1 order by (${RELATION_NAME}) collate "C"`;

const SEQUENCES = `select name, last from (
    select case schemaname when 'public' then sequencename::text
      else schemaname || '.' || sequencename end as name, last_value::text as last
    from pg_sequences where schemaname in (${CONTENT_SCHEMAS})
  ) s order by name collate "C"`;

/** Sets fixed output formats, whatever the server's settings are. */
export const TEXT_FORM = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local idle_in_transaction_session_timeout = '15min'`;

/** Reads in one read-only transaction with a consistent snapshot. */
export async function readSnapshot<Value>(
  db: Database,
  use: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  const transaction = db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only');
  return await transaction.execute(async (tx) => {
    await sql.raw(TEXT_FORM).execute(tx);
    const tables = await sql.raw<SnapshotTable>(TABLES).execute(tx);
    return await use({
      tables: tables.rows,
      kysely: tx,
      migrations: await listApplied(async (text) => (await sql.raw<Row>(text).execute(tx)).rows),
      readRows: (table) => readRows(tx, table),
      listSequences: async () => (await sql.raw<SnapshotSequence>(SEQUENCES).execute(tx)).rows,
    });
  });
}

async function* readRows(tx: Kysely<object>, table: SnapshotTable): AsyncGenerator<SnapshotPage> {
  const values = table.columns.map((column) => `${quoteName(column)}::text`).join(', ');
  await sql
    .raw(
      `declare snapshot_rows no scroll cursor for
        select json_build_array(${values})::text as line from ${quoteRelation(table.name)}`,
    )
    .execute(tx);
  let count = ROWS_FIRST;
  for (;;) {
    const fetched = await sql
      .raw<{ line: string }>(`fetch forward ${count} from snapshot_rows`)
      .execute(tx);
    const lines = fetched.rows.map(({ line }) => line);
    if (lines.length > 0) yield lines;
    if (lines.length < count) break;
    const characters = lines.reduce((sum, line) => sum + line.length, 0);
    const fitting = Math.floor((PAGE_CHARACTERS * lines.length) / characters);
    // Rows can grow within a table, so a fetch is at most a small multiple of what just fitted.
    count = Math.max(1, Math.min(fitting, count * 10, ROWS_MAX));
  }
  await sql.raw('close snapshot_rows').execute(tx);
}

/** Quotes the name of a table or sequence in a backup, with its schema. */
export function quoteRelation(name: string): string {
  const schema = SCHEMAS.find((one) => name.startsWith(`${one}.`));
  if (schema === undefined) return `public.${quoteName(name)}`;
  return `${schema}.${quoteName(name.slice(schema.length + 1))}`;
}

/** Quotes a name from the catalogue, or from a file. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
