// What the databases of tests are copied from: making one anew, and migrating it, takes seconds.
import { createHash, randomBytes } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { migrate, openDatabase } from '#platform/db/db.ts';

const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));
const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url));
/** In the environment of a run's test processes: its template on PostgreSQL. */
const POSTGRES_TEMPLATE = 'HALYARD_TEST_TEMPLATE';

/** What a test's database has when it begins. */
export type TestSchema = 'migrated' | 'empty';

/** A directory to copy: an embedded database without anything in it. */
export async function embeddedTemplate(): Promise<string> {
  return await keep(`embedded-database-${embeddedVersion()}`, async (directory) => {
    const database = await openDatabase({ directory, onError: ignore });
    await database.close();
  });
}

/** A directory to copy: an embedded database with the schema. */
export async function migratedTemplate(): Promise<string> {
  const empty = await embeddedTemplate();
  const prefix = `migrated-database-${embeddedVersion()}`;
  return await keep(`${prefix}-${hashOfMigrations()}`, async (directory) => {
    for (const name of readdirSync(CACHE).filter((one) => one.startsWith(prefix))) {
      rmSync(join(CACHE, name), { recursive: true, force: true });
    }
    cpSync(empty, directory, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const database = await openDatabase({ directory, onError: ignore });
    await migrate(database);
    await database.close();
  });
}

/** A name for a template on PostgreSQL, which `fromTemplate` uses from now on. */
export function namePostgresTemplate(): string {
  const name = `halyard_test_template_${randomBytes(6).toString('hex')}`;
  process.env[POSTGRES_TEMPLATE] = name;
  return name;
}

/** What `create database` takes to begin so. Where no template was made it begins empty. */
export function fromTemplate(schema: TestSchema): string {
  const name = process.env[POSTGRES_TEMPLATE];
  return schema === 'empty' || name === undefined ? '' : `template ${name}`;
}

async function keep(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const template = join(CACHE, name);
  if (existsSync(template)) return template;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'embedded-draft-'));
  await make(join(draft, 'database'));
  try {
    renameSync(join(draft, 'database'), template);
  } catch (error) {
    // Another test process was first; its template is as good.
    if (!existsSync(template)) throw error;
  }
  rmSync(draft, { recursive: true, force: true });
  return template;
}

function embeddedVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  return dependencies['@electric-sql/pglite'] ?? 'unknown';
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    hash.update(`${name}\0`).update(readFileSync(join(MIGRATIONS, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

function ignore(): void {}
