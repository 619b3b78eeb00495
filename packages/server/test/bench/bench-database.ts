// A database of its own for a bench of the engine, migrated and empty, and gone afterwards.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';

const POSTGRES_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export type BenchDatabase = {
  readonly db: Database;
  /** PostgreSQL's address; undefined on the embedded database. */
  readonly url: string | undefined;
  drop(): Promise<void>;
};

export async function createBenchDatabase(kind: Database['kind']): Promise<BenchDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const name = `halyard_bench_${randomBytes(6).toString('hex')}`;
  const address = new URL(POSTGRES_URL);
  address.pathname = `/${name}`;
  const url = kind === 'postgres' ? address.href : undefined;
  if (url !== undefined) await runAsAdmin(`create database ${name}`);
  const onError = (error: unknown): void => {
    process.stderr.write(`${String(error)}\n`);
  };
  const db = await openDatabase({ url, directory: join(directory, 'database'), onError });
  await migrate(db);
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      if (url !== undefined) await runAsAdmin(`drop database ${name} with (force)`);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function runAsAdmin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: POSTGRES_URL });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
