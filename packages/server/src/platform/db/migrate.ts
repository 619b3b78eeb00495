// Forward-only migrations: plain SQL files, each applied once, in order, together with its row in
// schema_migrations. An applied file must neither change nor disappear. The schema's functions
// follow.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Database } from './database.ts';
import { DatabaseUnfit } from './failure.ts';
import { grantToProgram } from './program-role.ts';
import {
  CREATE_FUNCTIONS_TABLE,
  findChangedFunctions,
  readFunctions,
  toFunctionScript,
} from './schema-functions.ts';

const DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));
const FILE_NAME = /^\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;
/** The number of the advisory lock: any number that is the same in every process that migrates. */
const ADVISORY_LOCK = 7_416_001;

const CREATE_TABLE = `create table if not exists schema_migrations (
  name text collate "C" primary key,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp()
)`;

export type AppliedMigration = { readonly name: string; readonly checksum: string };
type Migration = AppliedMigration & { readonly script: string };

export type MigrateOptions = {
  readonly directory?: string;
  readonly mayChange?: () => Promise<boolean>;
  /** The program's role, if it is not the owner's: it gets its rights after the migrations. */
  readonly programRole?: string;
};

/**
 * Brings the database's schema up to date and returns the names of the applied migrations. Programs
 * that start together wait for each other. Throws DatabaseUnfit if the files don't continue the
 * applied ones, or if `mayChange`, called before changing a schema in use, returns false.
 */
export async function migrate(
  db: Database,
  {
    directory = DIRECTORY,
    mayChange = () => Promise.resolve(true),
    programRole,
  }: MigrateOptions = {},
): Promise<readonly string[]> {
  const migrations = readMigrations(directory);
  const lane = db.openLane({ name: 'migrate', statementTimeoutMs: 0 });
  try {
    await lane.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    try {
      await lane.run(`${CREATE_TABLE}; ${CREATE_FUNCTIONS_TABLE}`);
      const query: Database['query'] = (text, values) => lane.query(text, values);
      const applied = await listApplied(query);
      const pending = pendingAfter(applied, migrations);
      const changed = await findChangedFunctions(query, directory);
      const hasChange = pending.length > 0 || changed.length > 0;
      if (applied.length > 0 && hasChange && !(await mayChange())) {
        throw new DatabaseUnfit(
          'Another program uses this database, which has an older schema. ' +
            'Stop every program that runs on it, standbys included, then start this one.',
        );
      }
      for (const migration of pending) await lane.run(toScript(migration));
      for (const file of changed) await lane.run(toFunctionScript(file));
      if (programRole !== undefined) await grantToProgram(lane, programRole);
      return pending.map(({ name }) => name);
    } finally {
      await lane.query('select pg_advisory_unlock($1)', [ADVISORY_LOCK]);
    }
  } finally {
    await lane.close();
  }
}

/**
 * Creates the tables of a database that had these migrations, in the caller's transaction. Returns
 * a function that applies the later migrations and the functions. Throws DatabaseUnfit, before
 * anything is created, if they are not the first of this program's own.
 */
export async function buildSchema(
  run: (script: string) => Promise<void>,
  applied: readonly AppliedMigration[],
  directory = DIRECTORY,
): Promise<() => Promise<void>> {
  const migrations = readMigrations(directory);
  const pending = pendingAfter(applied, migrations);
  await run(`${CREATE_TABLE}; ${CREATE_FUNCTIONS_TABLE}`);
  const earlier = migrations.slice(0, migrations.length - pending.length);
  for (const migration of earlier) await run(toScript(migration));
  return async () => {
    for (const migration of pending) await run(toScript(migration));
    for (const file of readFunctions(directory)) await run(toFunctionScript(file));
  };
}

/** Throws DatabaseUnfit if this program could not use a database with these migrations. */
export function assertKnownMigrations(
  applied: readonly AppliedMigration[],
  directory = DIRECTORY,
): void {
  pendingAfter(applied, readMigrations(directory));
}

/** Returns how many migrations this program has. */
export function countMigrations(directory = DIRECTORY): number {
  return readdirSync(directory).filter((name) => name.endsWith('.sql')).length;
}

/** The applied migrations in order. */
export async function listApplied(query: Database['query']): Promise<readonly AppliedMigration[]> {
  const rows = await query('select name, checksum from schema_migrations order by name', []);
  return rows.map(({ name, checksum }) => ({ name: String(name), checksum: String(checksum) }));
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
    // Line endings are normalised, because a checkout can change them and the database ignores
    // them.
    const script = readFileSync(join(directory, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, script, checksum: createHash('sha256').update(script).digest('hex') };
  });
}

function pendingAfter(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  applied.forEach((row, index) => {
    const migration = migrations[index];
    if (migration === undefined || migration.name !== row.name) {
      throw new DatabaseUnfit(
        `The database has the migration ${row.name}, which is not among this program's ` +
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
  return migrations.slice(applied.length);
}

/** Sent as one call without begin and commit, the script is atomic. */
function toScript({ name, checksum, script }: Migration): string {
  return `${script}\n;insert into schema_migrations (name, checksum) values ('${name}', '${checksum}');`;
}
