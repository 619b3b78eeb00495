// The database: PostgreSQL, or the embedded one in a worker thread. One dialect, one set of
// migrations, the same stores on both. Calls throw an Outage while it can't be reached, and
// work again by themselves once it can.
import type { Kysely } from 'kysely';

import type { Connection, ConnectionSource, Row } from './connection.ts';
import { withConnection } from './connection.ts';
import { EmbeddedDatabase } from './embedded/embedded.ts';
import { createKysely } from './kysely.ts';
import { assertFit, POOL_CONNECTIONS_MAX, POOL_IDLE_TIMEOUT_MS, PostgresPool } from './postgres.ts';

export { DirectoryInUse, lockDirectory } from './embedded/embedded.ts';
export type { Row } from './connection.ts';
export { DatabaseUnfit, isUniqueViolation } from './failure.ts';
export { isEmptyDatabase, loadSnapshot } from './load-snapshot.ts';
export { assertKnownMigrations, migrate } from './migrate.ts';
export { readSnapshot } from './snapshot.ts';
export type { SnapshotLoad } from './load-snapshot.ts';
export type { Snapshot, SnapshotTable } from './snapshot.ts';

/** Statements of one owner that never wait behind other people's. */
export type Lane = {
  query(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
  /** Several statements without values, atomic as a whole. */
  run(script: string): Promise<void>;
  close(): Promise<void>;
};

export type LaneOptions = {
  /** Shown by PostgreSQL as the application's name. */
  readonly name: string;
  /** Zero: no limit. */
  readonly statementTimeoutMs?: number;
};

export type Database = {
  readonly kind: 'postgres' | 'embedded';
  /**
   * A store narrows it with `kysely.withTables<ItsTables>()`. The embedded database has a single
   * session: inside a transaction use only that transaction, or the two wait for each other.
   */
  readonly kysely: Kysely<object>;
  /** One parametrised statement. bigint and date columns come as safe integer and text. */
  readonly query: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>;
  /** A connection of one's own on PostgreSQL; the next turn on the embedded database. */
  openLane(options: LaneOptions): Lane;
  /**
   * Of the embedded database alone: copies its files into a new directory, as they are at one
   * moment, while it goes on. Opened, the copy is a database like one that was killed then.
   */
  readonly copyTo?: (directory: string) => Promise<void>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** PostgreSQL's address; without it the embedded database is used. */
  readonly url?: string | undefined;
  /** Where the embedded database lives, with its lock beside it. */
  readonly directory: string;
  /** Faults that no call is there to be told of: a broken idle connection, a failed checkpoint. */
  readonly onError: (error: unknown) => void;
  /** Of PostgreSQL; absent: the usual, zero: no limit. */
  readonly statementTimeoutMs?: number;
};

const APPLICATION_NAME = 'halyard';

/** Throws DatabaseUnfit or DirectoryInUse when it may not be used, Outage when it is not there. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url === undefined
    ? openEmbedded(options)
    : openPostgres({ ...options, url: options.url });
}

async function openEmbedded(options: DatabaseOptions): Promise<Database> {
  const embedded = await EmbeddedDatabase.open(options.directory, options.onError);
  return {
    kind: 'embedded',
    kysely: createKysely(embedded.usual),
    query: (text, values) => queryOn(embedded.usual, text, values),
    openLane: () => toLane(embedded.urgent, async () => undefined),
    copyTo: (directory) => embedded.copyTo(directory),
    close: () => embedded.close(),
  };
}

async function openPostgres(options: DatabaseOptions & { url: string }): Promise<Database> {
  const { url, onError, statementTimeoutMs } = options;
  const pool = new PostgresPool({
    url,
    name: APPLICATION_NAME,
    connectionsMax: POOL_CONNECTIONS_MAX,
    idleTimeoutMs: POOL_IDLE_TIMEOUT_MS,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    onError,
  });
  try {
    await withConnection(pool, assertFit);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    kind: 'postgres',
    kysely: createKysely(pool),
    query: (text, values) => queryOn(pool, text, values),
    openLane: ({ name, ...limits }) => {
      const own = new PostgresPool({
        url,
        name: `${APPLICATION_NAME}:${name}`,
        connectionsMax: 1,
        idleTimeoutMs: 0,
        ...limits,
        onError,
      });
      return toLane(own, () => own.close());
    },
    close: () => pool.close(),
  };
}

async function queryOn(
  source: ConnectionSource,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await withConnection(source, (connection) => connection.query({ text, values }));
  return rows;
}

function toLane(source: ConnectionSource, close: () => Promise<void>): Lane {
  return {
    query: (text, values) => queryOn(source, text, values),
    run: async (script) => {
      const run = (connection: Connection): Promise<unknown> => connection.query({ text: script });
      await withConnection(source, run);
    },
    close,
  };
}
