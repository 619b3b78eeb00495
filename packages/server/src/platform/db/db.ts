// PostgreSQL: the operator's, or an embedded one that this program starts and stops. Calls throw an
// Outage while it is unavailable and work again once it returns.
import type { Connection, ConnectionSource, Row, Statement } from './connection.ts';
import { withConnection } from './connection.ts';
import { EmbeddedServer, openSocket } from './embedded/embedded.ts';
import type { LogLine } from './embedded/embedded.ts';
import { HostList, splitHosts } from './host-list.ts';
import type { PostgresAddress } from './host-list.ts';
import { createKysely } from './kysely.ts';
import {
  assertFit,
  POOL_CONNECTIONS_MAX,
  POOL_IDLE_TIMEOUT_MS,
  PostgresPool,
  SCHEMA_CONNECTIONS_MAX,
} from './postgres.ts';
import type { Lane, Database, Schema } from './database.ts';

export { DirectoryInUse, hasCluster, lockDirectory } from './embedded/embedded.ts';
export { HOSTS_MAX, splitHosts } from './host-list.ts';
export type { Lane, Database } from './database.ts';
export type { Row } from './connection.ts';
export { DatabaseUnfit, isUniqueViolation } from './failure.ts';
export { findDatabaseId } from './database-id.ts';
export { isEmptyDatabase, loadSnapshot } from './load-snapshot.ts';
export { assertKnownMigrations, countMigrations, migrate } from './migrate.ts';
export { assertOwnsNothing, findRole } from './program-role.ts';
export { readSnapshot } from './snapshot.ts';
export type { SnapshotLoad } from './load-snapshot.ts';
export type { Snapshot, SnapshotTable } from './snapshot.ts';
export type { Narrow } from './table-types.ts';
export type { Tables } from './tables/tables.ts';

export type DatabaseOptions = {
  /**
   * The URL of PostgreSQL, with one host or several of which one is the primary; absent: the
   * embedded one is started.
   */
  readonly url?: string | undefined;
  /** Whether several hosts are refused unless they replicate synchronously. */
  readonly mustReplicate?: boolean;
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

type Embedded = { readonly address: PostgresAddress; close(): void | Promise<void> };
type Server = { readonly hosts: HostList; close(): void | Promise<void> };

/**
 * Opens the database. Throws DatabaseUnfit or DirectoryInUse if it must not be used, Outage if it
 * is unavailable.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, directory, isServed = false, onError, onLog = () => undefined } = options;
  if (url !== undefined) {
    const addresses = splitHosts(url).map((connectionString) => ({ connectionString }));
    return await connect({ hosts: new HostList(addresses), close: () => undefined }, options);
  }
  const toServer = (embedded: Embedded): Server => ({
    hosts: new HostList([embedded.address]),
    close: () => embedded.close(),
  });
  if (isServed) return await connect(toServer(openSocket(directory)), options);
  const server = await EmbeddedServer.open({ directory, onError, onLog });
  return await connect(toServer(server), options, true);
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
  const { onError, statementTimeoutMs, mustReplicate = false } = options;
  const { hosts } = server;
  const application = schema === undefined ? APPLICATION_NAME : `${APPLICATION_NAME}:${schema}`;
  const pool = new PostgresPool({
    hosts,
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
    query: (text, values) => queryOn(pool, { text, values }),
    poolUse: () => pool.use(),
    openLane: ({ name, ...limits }) => {
      const own = new PostgresPool({
        hosts,
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
      openConnections({ hosts, close: () => undefined }, options, { isExclusive, schema: inner }),
    check: async () => {
      const several = mustReplicate && hosts.addresses.length > 1;
      await withConnection(pool, (connection) => assertFit(connection, { mustReplicate: several }));
    },
    close: async () => {
      closing ??= pool.close().then(() => server.close());
      await closing;
    },
  };
}

async function queryOn(source: ConnectionSource, statement: Statement): Promise<readonly Row[]> {
  return (await withConnection(source, (connection) => connection.query(statement))).rows;
}

function toLane(source: ConnectionSource, close: () => Promise<void>): Lane {
  return {
    query: (text, values, name) =>
      queryOn(source, { text, values, ...(name === undefined ? {} : { name }) }),
    run: async (script) => {
      const run = (connection: Connection): Promise<unknown> => connection.query({ text: script });
      await withConnection(source, run);
    },
    close,
  };
}
