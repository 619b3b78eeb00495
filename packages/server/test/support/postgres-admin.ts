// The PostgreSQL that tests make their databases in.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { fromTemplate, type TestSchema } from './database-templates.ts';

const POSTGRES_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const CONNECT_WITHIN_MS = 2_000;

export type OwnDatabase = {
  readonly url: string;
  create(schema?: TestSchema): Promise<void>;
  drop(): Promise<void>;
};

/** A database with a name of its own, which is not made yet. */
export function nameOwnDatabase(): OwnDatabase {
  const name = `halyard_test_${randomBytes(6).toString('hex')}`;
  return {
    url: addressOf(name),
    create: (schema = 'empty') => runOnPostgres(`create database ${name} ${fromTemplate(schema)}`),
    drop: () => runOnPostgres(`drop database if exists ${name} with (force)`),
  };
}

/** The address of a database beside it. */
export function addressOf(name: string): string {
  const url = new URL(POSTGRES_URL);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOnPostgres(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: POSTGRES_URL,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
