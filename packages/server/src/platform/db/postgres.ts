// PostgreSQL: a shared pool, and dedicated connections for those that must not wait.
import { MINUTE_MS } from '@halyard/core/time';
import pg from 'pg';

import { Outage } from '#platform/outage/outage.ts';

import { DatabaseUnfit, toConnectionFailure, toDatabaseFailure } from './failure.ts';
import type { Connection, ConnectionSource, Row } from './connection.ts';
import { valueTypes } from './value-types.ts';

export const POOL_CONNECTIONS_MAX = 10;
/** For the tables of a schema of their own, which few requests need. */
export const SCHEMA_CONNECTIONS_MAX = 4;
export const POOL_IDLE_TIMEOUT_MS = MINUTE_MS;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/**
 * How long after its statement timeout a server is waited for: it ends a statement itself unless it
 * no longer responds.
 */
const ANSWER_GRACE_MS = 2_000;
const SERVER_VERSION_MIN = 150_000;

/** The address of the operator's server, or of a socket. */
export type PostgresAddress = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'user' | 'database' | 'ssl'
>;

export type PostgresOptions = {
  readonly address: PostgresAddress;
  readonly name: string;
  /** The schema whose tables come before those of `public`; absent: `public` alone. */
  readonly schema?: string | undefined;
  readonly connectionsMax: number;
  /** When an idle connection is closed; zero: never. */
  readonly idleTimeoutMs: number;
  /** The time limit of a statement; zero: none. */
  readonly statementTimeoutMs?: number;
  readonly onError: (error: unknown) => void;
};

export class PostgresPool implements ConnectionSource {
  readonly #pool: pg.Pool;
  #isClosing = false;

  constructor(options: PostgresOptions) {
    const { schema, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
    this.#pool = new pg.Pool({
      ...options.address,
      application_name: options.name,
      max: options.connectionsMax,
      idleTimeoutMillis: options.idleTimeoutMs,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      keepAlive: true,
      // JIT is off, because the planner overestimates rows from JSON a hundredfold and would spend
      // seconds compiling queries that run in milliseconds.
      options: `-c jit=off${schema === undefined ? '' : ` -c search_path=${schema},public`}`,
      types: valueTypes,
      ...(statementTimeoutMs === 0
        ? {}
        : {
            statement_timeout: statementTimeoutMs,
            query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
          }),
    });
    // The pool replaces a broken idle connection, which must not end the program. During a stop the
    // server may close it first.
    this.#pool.on('error', (error) => {
      if (!this.#isClosing) options.onError(error);
    });
  }

  async connect(): Promise<Connection> {
    const client = await this.#borrow();
    let failure: Error | undefined;
    const noteFailure = (error: Error): void => {
      failure = error;
    };
    client.on('error', noteFailure);
    return {
      query: async ({ text, values, name }) => {
        try {
          return await client.query<Row>({
            text,
            ...(values === undefined ? {} : { values: [...values] }),
            ...(name === undefined ? {} : { name }),
          });
        } catch (error) {
          const failed = toDatabaseFailure(error);
          // A connection is discarded after such an error: the server announces that it ends a
          // connection, which must not be lent in the meantime.
          if (failed instanceof Outage || !(error instanceof pg.DatabaseError)) {
            noteFailure(toError(failed));
          }
          throw failed;
        }
      },
      release: (isBroken = false) => {
        client.off('error', noteFailure);
        client.release(failure ?? isBroken);
      },
    };
  }

  use(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#pool.end();
  }

  async #borrow(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw toConnectionFailure(error);
    }
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const SETTINGS = `select current_setting('server_version_num')::int as version,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('data_sync_retry') as data_sync_retry,
  current_setting('server_encoding') as encoding,
  current_setting('default_transaction_isolation') as isolation`;

/**
 * Checks the settings of a server that can lose an acknowledged commit; reports all problems at
 * once.
 */
export async function assertFit(connection: Connection): Promise<void> {
  const { rows } = await connection.query({ text: SETTINGS, values: [] });
  const settings = rows[0] ?? {};
  const faults = [
    Number(settings.version) < SERVER_VERSION_MIN && 'it is older than version 15',
    settings.fsync !== 'on' && 'fsync is off',
    settings.full_page_writes !== 'on' && 'full_page_writes is off',
    settings.synchronous_commit === 'off' && 'synchronous_commit is off',
    settings.data_sync_retry !== 'off' && 'data_sync_retry is on',
    settings.encoding !== 'UTF8' && "the database's encoding is not UTF8",
    settings.isolation !== 'read committed' &&
      'default_transaction_isolation is not "read committed"',
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return;
  throw new DatabaseUnfit(
    `PostgreSQL can't be used as it is set up: ${faults.join('; ')}. Change that and start again.`,
  );
}
