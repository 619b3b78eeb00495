// Forward-only migrations: plain SQL files, each applied once, in order, together with its row
// in schema_migrations. An applied file may neither change nor go.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Database, Lane } from './db.ts';
import { DatabaseUnfit } from './failure.ts';

const DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FILE_NAME = /^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;
/** Any number; it only must be the same in every process that migrates. */
const ADVISORY_LOCK = 7_416_001;

const CREATE_TABLE = `create table if not exists schema_migrations (
  name text collate "C" primary key,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

type Migration = { readonly name: string; readonly checksum: string; readonly script: string };

/**
 * Brings the database's schema up to the files; gives the names of those it applied. Processes
 * that start together wait for each other. Throws DatabaseUnfit when the files are not a
 * continuation of what was applied.
 */
export async function migrate(db: Database, directory = DIRECTORY): Promise<readonly string[]> {
  const migrations = readMigrations(directory);
  const lane = db.openLane({ name: 'migrate', statementTimeoutMs: 0 });
  try {
    await lane.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    try {
      await lane.run(CREATE_TABLE);
      const pending = await findPending(lane, migrations);
      for (const migration of pending) await lane.run(toScript(migration));
      return pending.map(({ name }) => name);
    } finally {
      await lane.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    }
  } finally {
    await lane.close();
  }
}

function readMigrations(directory: string): readonly Migration[] {
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = name.slice(0, 4);
    if (!FILE_NAME.test(name) || numbers.has(number)) {
      throw new DatabaseUnfit(`The migration ${name} is not named NNNN-what.sql, each NNNN once.`);
    }
    numbers.add(number);
    // A checkout may change line ends; that changes nothing that the database sees.
    const script = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
  });
}

async function findPending(
  lane: Lane,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const rows = await lane.query('select name, checksum from schema_migrations order by name', []);
  rows.forEach((row, index) => {
    const migration = migrations[index];
    if (migration === undefined || migration.name !== row.name) {
      throw new DatabaseUnfit(
        `The database has the migration ${String(row.name)}, which is not among this program's ` +
          'files in that place. Start the version that the database belongs to, or a newer one.',
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new DatabaseUnfit(
        `The migration ${migration.name} was changed after it was applied. Restore it, and put ` +
          'the change into a new file.',
      );
    }
  });
  return migrations.slice(rows.length);
}

/** Sent as one call without begin and commit, the whole is atomic on both databases. */
function toScript({ name, checksum, script }: Migration): string {
  return `${script}\n;insert into schema_migrations (name, checksum) values ('${name}', '${checksum}');`;
}
