// Runs the same tests on both databases: on the embedded one always, on PostgreSQL when one is
// given by DATABASE_URL or answers on 127.0.0.1:5432. Each describe gets a database of its own.
import { randomBytes } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';

import { openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';

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
const CACHE = fileURLToPath(new URL('../../../../.cache/', import.meta.url));
const CONNECT_TIMEOUT_MS = 1_000;

const adminUrl = await findPostgres();
const SKIPPED_BECAUSE = adminUrl === undefined ? ': none answers at 127.0.0.1:5432' : '';

/** Faults of connections that a test cuts are expected; the calls themselves tell of them. */
function ignore(): void {}

export function describeOnEachDatabase(
  name: string,
  define: (database: TestDatabase) => void,
): void {
  describeOnEmbedded(name, define);
  describeOnPostgres(name, define);
}

export function describeOnEmbedded(name: string, define: (database: TestDatabase) => void): void {
  describe(`${name} (embedded)`, () => {
    defineEmbedded(define);
  });
}

export function describeOnPostgres(name: string, define: (database: TestDatabase) => void): void {
  describe.skipIf(adminUrl === undefined)(`${name} (PostgreSQL${SKIPPED_BECAUSE})`, () => {
    definePostgres(adminUrl ?? LOCAL_URL, define);
  });
}

function defineEmbedded(define: (database: TestDatabase) => void): void {
  let root = '';
  const directory = (): string => join(root, 'database');
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-test-'));
    const template = await embeddedTemplate();
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

function definePostgres(admin: string, define: (database: TestDatabase) => void): void {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(admin);
  url.pathname = `/${name}`;
  beforeAll(() => runAsAdmin(admin, `create database ${name}`));
  afterAll(() => runAsAdmin(admin, `drop database ${name} with (force)`));
  define({
    kind: 'postgres',
    open: (options) =>
      openDatabase({ url: options?.url ?? url.href, directory: '', onError: ignore }),
    url: () => url.href,
    directory: () => '',
  });
}

/** A new embedded database takes seconds to make; it is made once and copied. */
export async function embeddedTemplate(): Promise<string> {
  const template = join(CACHE, `embedded-database-${embeddedVersion()}`);
  if (existsSync(template)) return template;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'embedded-draft-'));
  const database = await openDatabase({ directory: join(draft, 'database'), onError: ignore });
  await database.close();
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
