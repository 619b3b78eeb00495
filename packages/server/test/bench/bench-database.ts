// A database of its own for a bench, migrated and empty, and gone afterwards.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EMBEDDED_FOLDER, migrate, openDatabase } from '#platform/db/db.ts';
import type { Database } from '#platform/db/db.ts';

const POSTGRES_URL = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export type BenchDatabase = {
  readonly db: Database;
  /** PostgreSQL's address; undefined on the embedded database. */
  readonly url: string | undefined;
  /** Where the embedded database lies. */
  readonly directory: string;
  /** Another process may have it from now on. */
  close(): Promise<void>;
  /** Closes it, if that was not done, and removes it. */
  drop(): Promise<void>;
};

/** The PostgreSQL of the machine, or the one that the program starts. */
export type BenchServer = 'postgres' | 'embedded';

export async function createBenchDatabase(server: BenchServer): Promise<BenchDatabase> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-bench-'));
  const directory = join(root, EMBEDDED_FOLDER);
  const name = `halyard_bench_${randomBytes(6).toString('hex')}`;
  const address = new URL(POSTGRES_URL);
  address.pathname = `/${name}`;
  const url = server === 'postgres' ? address.href : undefined;
  if (url !== undefined) await runAsAdmin(`create database ${name}`);
  const db = await openDatabase({ url, directory, onError: printProblem });
  await migrate(db);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => await (closing ??= db.close());
  return {
    db,
    url,
    directory,
    close,
    drop: async () => {
      await close();
      if (url !== undefined) await runAsAdmin(`drop database ${name} with (force)`);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function printProblem(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
}

/** Where no PostgreSQL answers there is nothing to measure on it. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
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
