// PostgreSQL: the operator's, or an embedded one that this program starts and stops. Calls throw an
// Outage while it is unavailable and work again once it returns.
import type { Connection, ConnectionSource, Row } from './connection.ts';
import { withConnection } from './connection.ts';
import { EmbeddedServer, openSocket } from './embedded/embedded.ts';
import type { LogLine } from './embedded/embedded.ts';
import { createKysely } from './kysely.ts';
import {
  assertFit,
  POOL_CONNECTIONS_MAX,
  POOL_IDLE_TIMEOUT_MS,
  PostgresPool,
  SCHEMA_CONNECTIONS_MAX,
} from './postgres.ts';
import type { PostgresAddress } from './postgres.ts';
import type { Lane, Database, Schema } from './database.ts';

export { DirectoryInUse, hasCluster, lockDirectory } from './embedded/embedded.ts';
export type { Lane, Database } from './database.ts';
export type { Row } from './connection.ts';
export { DatabaseUnfit, isUniqueViolation } from './failure.ts';
export { isEmptyDatabase, loadSnapshot } from './load-snapshot.ts';
export { assertKnownMigrations, migrate } from './migrate.ts';
export { assertOwnsNothing, findRole } from './program-role.ts';
export { readSnapshot } from './snapshot.ts';
export type { SnapshotLoad } from './load-snapshot.ts';
export type { Snapshot, SnapshotTable } from './snapshot.ts';
export type { Narrow } from './table-types.ts';
export type { Tables } from './tables/tables.ts';

export type DatabaseOptions = {
  /** The URL of PostgreSQL; absent: the embedded one is started. */
  readonly url?: string | undefined;
  /** The folder of the embedded database's files, with its lock beside it. */
  readonly directory: string;
  /**
   * Whether another program has started the embedded database; it is then used and left running.
   */
  readonly isServed?: boolean;
  /** Receives failures outside of calls, such as a broken idle connection. */
  readonly onError: (error: unknown) => void;
  /** Receives the log of the embedded PostgreSQL. */
  readonly onLog?: (line: LogLine) => void;
  /** The time limit of a statement; absent: the default, zero: none. */
  readonly statementTimeoutMs?: number;
};

/** The folder below DATA_DIR with the files of the embedded database. */
export const EMBEDDED_FOLDER = 'postgres';

const APPLICATION_NAME = 'halyard';

type Server = { readonly address: PostgresAddress; close(): void | Promise<void> };

/**
 * Opens the database. Throws DatabaseUnfit or DirectoryInUse if it must not be used, Outage if it
 * is unavailable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directory, isServed = false, onError, onLog = () => undefined } = options;
  if (url !== undefined) {
    const address = { connectionString: url };
    return await connect({ address, close: () => undefined }, options);
  }
  if (isServed) return await connect(openSocket(directory), options);
  const server = await EmbeddedServer.open({ directory, onError, onLog });
  return await connect(server, options, true);
}

async function connect(
  server: Server,
  options: DatabaseOptions,
  isExclusive = false,
): Promise<Database> {
  const db = openConnections(server, options, { isExclusive });
  try {
    await db.check();
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

type View = { readonly isExclusive: boolean; readonly schema?: Schema };

function openConnections(
  server: Server,
  options: DatabaseOptions,
  { isExclusive, schema }: View,
): Database & { check(): Promise<void> } {
  const { onError, statementTimeoutMs } = options;
  const { address } = server;
  const application = schema === undefined ? APPLICATION_NAME : `${APPLICATION_NAME}:${schema}`;
  const pool = new PostgresPool({
    address,
    schema,
    name: application,
    connectionsMax: schema === undefined ? POOL_CONNECTIONS_MAX : SCHEMA_CONNECTIONS_MAX,
    idleTimeoutMs: POOL_IDLE_TIMEOUT_MS,
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    onError,
  });
  let closing: Promise<void> | undefined;
  return {
    isExclusive,
    kysely: createKysely(pool),
    query: (text, values) => queryOn(pool, text, values),
    poolUse: () => pool.use(),
    openLane: ({ name, ...limits }) => {
      const own = new PostgresPool({
        address,
        schema,
        name: `${application}:${name}`,
        connectionsMax: 1,
        idleTimeoutMs: 0,
        ...limits,
        onError,
      });
      return toLane(own, () => own.close());
    },
    inSchema: (inner) =>
      openConnections({ address, close: () => undefined }, options, { isExclusive, schema: inner }),
    check: async () => await withConnection(pool, assertFit),
    close: async () => {
      closing ??= pool.close().then(() => server.close());
      await closing;
    },
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
