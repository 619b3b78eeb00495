// A database as the first released version left it: its migrations alone, and the rows that this
// program wrote, as far as that version had their columns.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const OWN_TABLES = ['schema_migrations', 'schema_functions'];

/** The names of the migrations of the first release. */
export function listReleased(): readonly string[] {
  const lines = readFileSync(join(MIGRATIONS, 'released.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => /^(\d{4}-[\w-]+\.sql) /.exec(line)?.[1] ?? []);
}

/** Fills the empty database `target` from `source`; gives how many rows it copied. */
export async function releaseFrom(source: Database, target: Database): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-released-'));
  for (const name of listReleased()) copyFileSync(join(MIGRATIONS, name), join(folder, name));
  await migrate(target, { directory: folder });
  rmSync(folder, { recursive: true });
  const lane = target.openLane({ name: 'copy', statementTimeoutMs: 0 });
  let rows = 0;
  try {
    // Tables come in any order, so references are not checked meanwhile.
    await lane.query('set session_replication_role = replica', []);
    for (const [table, columns] of await listColumns(target)) {
      const names = columns.join(', ');
      const [read] = await source.query(
        `select coalesce(json_agg(row_to_json(t)), '[]')::text as rows, count(*)::int as count
         from (select ${names} from ${table}) t`,
        [],
      );
      await lane.query(`delete from ${table}`, []);
      await lane.query(
        `insert into ${table} (${names}) overriding system value
         select ${names} from json_populate_recordset(null::${table}, $1::json)`,
        [read?.['rows']],
      );
      rows += Number(read?.['count']);
    }
    await lane.run(CONTINUE_IDENTITIES);
  } finally {
    await lane.close();
  }
  return rows;
}

async function listColumns(target: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await target.query(
    `select quote_ident(c.table_name) as table, array_agg(quote_ident(column_name)) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
       and not table_name = any($1)
     group by c.table_name order by c.table_name`,
    [OWN_TABLES],
  );
  return new Map(rows.map((row) => [String(row['table']), row['columns'] as readonly string[]]));
}

const CONTINUE_IDENTITIES = `do $$
declare own record;
begin
  for own in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'
  loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), greatest(max(%I), 1)) from %I',
      own.table_name, own.column_name, own.column_name, own.table_name);
  end loop;
end
$$`;
