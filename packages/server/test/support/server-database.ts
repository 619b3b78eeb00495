// Tests of the whole program run on the embedded database, and on PostgreSQL where one answers.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { ServerEnvironment } from './server-process.ts';

const POSTGRES_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const CONNECT_WITHIN_MS = 2_000;
const isPostgresThere = await runOnPostgres('select 1').then(
  () => true,
  () => false,
);

export type ServerDatabase = {
  readonly name: 'embedded' | 'PostgreSQL';
  /** Filled before the tests of the block run. */
  readonly environment: ServerEnvironment;
};

export function describeOnEachServerDatabase(
  title: string,
  define: (database: ServerDatabase) => void,
): void {
  describe(`${title} (embedded)`, () => {
    define({ name: 'embedded', environment: {} });
  });
  describe.skipIf(!isPostgresThere)(
    isPostgresThere
      ? `${title} (PostgreSQL)`
      : `${title} (PostgreSQL): SKIPPED, none answers at DATABASE_URL or 127.0.0.1:5432`,
    () => {
      const name = `halyard_test_${randomBytes(6).toString('hex')}`;
      const url = new URL(POSTGRES_URL);
      url.pathname = `/${name}`;
      beforeAll(() => runOnPostgres(`create database ${name}`));
      afterAll(() => runOnPostgres(`drop database if exists ${name} with (force)`));
      define({ name: 'PostgreSQL', environment: { DATABASE_URL: url.href } });
    },
  );
}

async function runOnPostgres(statement: string): Promise<void> {
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
