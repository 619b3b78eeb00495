// PostgreSQL: a shared pool, and dedicated connections for those that must not wait.
import { MINUTE_MS } from '@halyard/core/time';
import pg from 'pg';

import { Outage } from '#platform/outage/outage.ts';

import { DatabaseUnfit, reasonOf, toConnectionFailure, toDatabaseFailure } from './failure.ts';
import type { Connection, ConnectionSource, Row } from './connection.ts';
import { SERVER_STATE, toServerState } from './host-list.ts';
import type { HostList } from './host-list.ts';
import { valueTypes } from './value-types.ts';

export const POOL_CONNECTIONS_MAX = 10;
/** The maximum number of connections to a schema other than `public`, which few requests need. */
export const SCHEMA_CONNECTIONS_MAX = 4;
export const POOL_IDLE_TIMEOUT_MS = MINUTE_MS;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/**
 * How long to wait for a server beyond its statement timeout: it ends a statement itself, unless it
 * no longer responds.
 */
const ANSWER_GRACE_MS = 2_000;
const SERVER_VERSION_MIN = 150_000;

/** The function of PostgreSQL that waits for a synchronous standby at a commit. */
const SYNCHRONOUS_WAIT = 'SyncRepWaitForLSN';

export type PostgresOptions = {
  readonly hosts: HostList;
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

type Notice = { readonly message?: string | undefined; readonly routine?: string | undefined };

export class PostgresPool implements ConnectionSource {
  /** One pool for each host; those of standbys stay empty. */
  readonly #pools: readonly pg.Pool[];
  readonly #hosts: HostList;
  #isClosing = false;

  constructor(options: PostgresOptions) {
    this.#hosts = options.hosts;
    this.#pools = options.hosts.addresses.map((address, index) => {
      const pool = new pg.Pool({ ...address, ...this.#settings(options, index) });
      // The pool replaces a broken idle connection, which must not end the program. During a stop
      // the server may close it first.
      pool.on('error', (error) => {
        if (!this.#isClosing) options.onError(error);
      });
      return pool;
    });
  }

  #settings(options: PostgresOptions, index: number): pg.PoolConfig {
    const { schema, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
    return {
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
      ...(this.#hosts.addresses.length === 1
        ? {}
        : // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, and its types do not say so
          { onConnect: async (client) => await this.#assertPrimary(client, index) }),
    };
  }

  async connect(): Promise<Connection> {
    const client = await this.#borrow();
    let failure: Error | undefined;
    const noteFailure = (error: Error): void => {
      failure = error;
    };
    client.on('error', noteFailure);
    const noteNotice = (notice: Notice): void => {
      if (notice.routine === SYNCHRONOUS_WAIT) noteFailure(new UnknownCommit(notice.message));
    };
    client.on('notice', noteNotice);
    return {
      query: async ({ text, values, name }) => {
        try {
          const result = await client.query<Row>({
            text,
            ...(values === undefined ? {} : { values: [...values] }),
            ...(name === undefined ? {} : { name }),
          });
          if (failure instanceof UnknownCommit) throw failure;
          return result;
        } catch (error) {
          const failed = toDatabaseFailure(error);
          // A connection is discarded after such an error: the server has announced that it ends
          // the connection, which must not be lent to anyone in the meantime.
          if (failed instanceof Outage || !(error instanceof pg.DatabaseError)) {
            noteFailure(toError(failed));
          }
          throw failed;
        }
      },
      release: (isBroken = false) => {
        client.off('error', noteFailure);
        client.off('notice', noteNotice);
        client.release(failure ?? isBroken);
      },
    };
  }

  use(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const sum = (of: (pool: pg.Pool) => number): number =>
      this.#pools.reduce((total, pool) => total + of(pool), 0);
    return {
      open: sum((pool) => pool.totalCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  /** Borrows from the primary, wherever it is now. Throws Outage with the reason of each host. */
  async #borrow(): Promise<pg.PoolClient> {
    const failures: unknown[] = [];
    for (const index of this.#hosts.order()) {
      const pool = this.#pools[index];
      if (pool === undefined) continue;
      try {
        return await pool.connect();
      } catch (error) {
        failures.push(error);
        // A primary whose connections are all in use is still the primary.
        if (pool.totalCount >= pool.options.max) break;
      }
    }
    const [first] = failures;
    throw toConnectionFailure(
      failures.length > 1 ? new AggregateError(failures, failures.map(reasonOf).join('; ')) : first,
    );
  }

  async #assertPrimary(client: pg.ClientBase, index: number): Promise<void> {
    const { rows } = await client.query<Row>(SERVER_STATE);
    const refusal = this.#hosts.refusal(index, toServerState(rows[0]));
    if (refusal !== undefined) {
      throw new Error(`host ${index + 1} of the database can't be used: ${refusal}`);
    }
  }
}

/**
 * The wait for the synchronous standby was cancelled during a commit. PostgreSQL reports success
 * with a warning, but a promotion of that standby would lose the commit.
 */
class UnknownCommit extends Outage {
  constructor(warning: string | undefined) {
    super(
      'database',
      `Whether a commit survives a failover is unknown: ${warning ?? 'no reason'}.`,
    );
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

const SETTINGS = `select current_setting('server_version_num')::int as version,
  current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('synchronous_standby_names') as synchronous_standby_names,
  current_setting('data_sync_retry') as data_sync_retry,
  current_setting('server_encoding') as encoding,
  current_setting('default_transaction_isolation') as isolation`;

/** The values of synchronous_commit with which a commit is on the standby's disk. */
const SYNCHRONOUS: readonly unknown[] = ['on', 'remote_apply'];

/**
 * Checks the settings of a server that can lose an acknowledged commit; reports all problems at
 * once. `mustReplicate`: a failover to a standby must not lose one either.
 */
export async function assertFit(
  connection: Connection,
  { mustReplicate }: { readonly mustReplicate: boolean },
): Promise<void> {
  const { rows } = await connection.query({ text: SETTINGS, values: [] });
  const settings = rows[0] ?? {};
  const problems = [
    Number(settings.version) < SERVER_VERSION_MIN && 'it is older than version 15',
    settings.fsync !== 'on' && 'fsync is off',
    settings.full_page_writes !== 'on' && 'full_page_writes is off',
    settings.synchronous_commit === 'off' && 'synchronous_commit is off',
    settings.data_sync_retry !== 'off' && 'data_sync_retry is on',
    settings.encoding !== 'UTF8' && "the database's encoding is not UTF8",
    settings.isolation !== 'read committed' &&
      'default_transaction_isolation is not "read committed"',
    mustReplicate &&
      settings.synchronous_standby_names === '' &&
      'synchronous_standby_names is empty, so that a failover loses acknowledged orders',
    mustReplicate &&
      !SYNCHRONOUS.includes(settings.synchronous_commit) &&
      'synchronous_commit is neither on nor remote_apply',
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return;
  throw new DatabaseUnfit(
    `PostgreSQL can't be used as it is set up: ${problems.join('; ')}. Change that and start again.`,
  );
}
