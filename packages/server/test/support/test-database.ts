// Runs the same tests on both databases: on the embedded one always, on PostgreSQL when one is
// given by DATABASE_URL or answers on 127.0.0.1:5432. Each describe gets a database of its own,
// which has the schema already unless it asks for an empty one.
import { randomBytes } from 'node:crypto';
import { constants, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';

import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';
import { embeddedTemplate, fromTemplate, migratedTemplate } from './database-templates.ts';
import type { TestSchema } from './database-templates.ts';

export type TestDatabase = {
  readonly kind: Database['kind'];
  /** Opens the describe's database, the same one every time; the test closes it. */
  open(options?: { readonly url?: string }): Promise<Database>;
  /** PostgreSQL's address, known from the first hook on; empty on the embedded database. */
  url(): string;
  /** The embedded database's directory, known from the first hook on. */
  directory(): string;
};

const LOCAL_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const CONNECT_TIMEOUT_MS = 1_000;

const adminUrl = await findPostgres();
const SKIPPED_BECAUSE = adminUrl === undefined ? ': none answers at 127.0.0.1:5432' : '';

/** Faults of connections that a test cuts are expected; the calls themselves tell of them. */
function ignore(): void {}

type Define = (database: TestDatabase) => void;

/**
 * Of many cases alike, those that are this database's: together both have all of them. One in three
 * is the embedded one's, which takes longer. Without PostgreSQL all are.
 */
export function shareOf<Case>(database: TestDatabase, cases: readonly Case[]): readonly Case[] {
  if (adminUrl === undefined) return cases;
  const isEmbedded = database.kind === 'embedded';
  return cases.filter((_case, index) => (index % 3 === 0) === isEmbedded);
}

export function describeOnEachDatabase(name: string, define: Define, schema?: TestSchema): void {
  describeOnEmbedded(name, define, schema);
  describeOnPostgres(name, define, schema);
}

export function describeOnEmbedded(
  name: string,
  define: Define,
  schema: TestSchema = 'migrated',
): void {
  describe(`${name} (embedded)`, () => {
    defineEmbedded(schema, define);
  });
}

export function describeOnPostgres(
  name: string,
  define: Define,
  schema: TestSchema = 'migrated',
): void {
  describe.skipIf(adminUrl === undefined)(`${name} (PostgreSQL${SKIPPED_BECAUSE})`, () => {
    definePostgres(adminUrl ?? LOCAL_URL, schema, define);
  });
}

function defineEmbedded(schema: TestSchema, define: Define): void {
  let root = '';
  const directory = (): string => join(root, 'database');
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-test-'));
    const template = schema === 'empty' ? await embeddedTemplate() : await migratedTemplate();
    cpSync(template, directory(), { recursive: true, mode: constants.COPYFILE_FICLONE });
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });
  define({
    kind: 'embedded',
    open: () => openDatabase({ directory: directory(), onError: ignore }),
    url: () => '',
    directory,
  });
}

function definePostgres(admin: string, schema: TestSchema, define: Define): void {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  beforeAll(() => runAsAdmin(admin, `create database ${name} ${fromTemplate(schema)}`));
  afterAll(() => runAsAdmin(admin, `drop database ${name} with (force)`));
  define({
    kind: 'postgres',
    open: (options) =>
      openDatabase({ url: options?.url ?? url.href, directory: '', onError: ignore }),
    url: () => url.href,
    directory: () => '',
  });
}

async function findPostgres(): Promise<string | undefined> {
  const given = process.env.DATABASE_URL;
  const url = given ?? LOCAL_URL;
  try {
    await runAsAdmin(url, 'select 1');
    return url;
  } catch (error) {
    if (given !== undefined) throw error;
    process.stderr.write(`SKIPPED: the tests on PostgreSQL, ${String(error)}\n`);
    return undefined;
  }
}

async function runAsAdmin(url: string, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
