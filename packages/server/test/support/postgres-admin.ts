// The PostgreSQL that tests make their databases in: the run's own, or that of DATABASE_URL.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CONNECT_WITHIN_MS = 10_000;
/** Of a soak, which starts no server of its own. */
const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';
/** In the environment of a run's test processes. */
const SERVER = 'HALYARD_TEST_SERVER';
const TEMPLATE = 'HALYARD_TEST_TEMPLATE';

/** What a test's database has when it begins. */
export type TestSchema = 'migrated' | 'empty';

export type OwnDatabase = {
  readonly url: string;
  create(schema?: TestSchema): Promise<void>;
  drop(): Promise<void>;
};

/** Where the run's test processes find the server, and the database that has the schema. */
export function announceServer(url: string, template: string): void {
  process.env[SERVER] = url;
  process.env[TEMPLATE] = template;
}

/** A database with a name of its own, which is not made yet. */
export function nameOwnDatabase(): OwnDatabase {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  return {
    url: addressOf(name),
    create: (schema = 'empty') => runOnPostgres(`create database ${name} ${beginningAs(schema)}`),
    drop: () => runOnPostgres(`drop database if exists ${name} with (force)`),
  };
}

/** The address of a database on it. */
export function addressOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOnPostgres(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl(),
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function serverUrl(): string {
  return process.env[SERVER] ?? process.env['DATABASE_URL'] ?? LOCAL;
}

/** Copying files does not fill the log, which copying block by block does. */
function beginningAs(schema: TestSchema): string {
  const template = process.env[TEMPLATE];
  return schema === 'empty' || template === undefined
    ? ''
    : `template ${template} strategy file_copy`;
}
