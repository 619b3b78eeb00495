// What is known of the programs of the installation and of the PostgreSQL servers behind them.
import type { Database, Row } from '#platform/db/db.ts';
import { listPrograms } from '#platform/programs/programs.ts';
import type { KnownProgram } from '#platform/programs/programs.ts';

/** More standbys than a primary has. */
const STANDBYS_MAX = 20;

/** A server that receives the primary's changes. */
export type ReplicatingServer = {
  readonly name: string;
  /** Undefined over a socket. */
  readonly address: string | undefined;
  /** 'streaming' once it has caught up. */
  readonly state: string;
  readonly isSynchronous: boolean;
  /** How much it has not yet on its disk. */
  readonly behindBytes: number;
  /** How long the primary waited for it to show the last change; undefined if nothing changed. */
  readonly lagMs: number | undefined;
};

export type Cluster = {
  readonly programs: readonly KnownProgram[];
  readonly lease: { readonly isHeld: boolean; readonly epoch: number; readonly batch: number };
  readonly migrations: number;
  readonly database: {
    /** Undefined over a socket. */
    readonly server: string | undefined;
    readonly version: string;
    readonly role: string;
    readonly isSynchronous: boolean;
    /** Whether the database role may read the state of standbys. */
    readonly seesStandbys: boolean;
    readonly standbys: readonly ReplicatingServer[];
  };
};

const LEASE = `select epoch, batch, expires_at > clock_timestamp() as is_held,
    (select count(*)::int from schema_migrations) as migrations
  from engine_lease where id = 1`;

const SERVER = `select host(inet_server_addr()) || ':' || inet_server_port() as server,
  current_setting('server_version') as version, current_user::text as role,
  current_setting('synchronous_standby_names') <> ''
    and current_setting('synchronous_commit') in ('on', 'remote_apply') as is_synchronous,
  pg_has_role(current_user, 'pg_read_all_stats', 'usage') as sees_standbys`;

const STANDBYS = `select coalesce(application_name, '') as name, host(client_addr) as address,
    coalesce(state, '') as state, coalesce(sync_state, '') in ('sync', 'quorum') as is_synchronous,
    coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn), 0)::bigint as behind_bytes,
    (extract(epoch from replay_lag) * 1000)::bigint as lag_ms
  from pg_stat_replication order by name, address limit ${STANDBYS_MAX}`;

export async function readCluster(db: Pick<Database, 'query'>): Promise<Cluster> {
  const programs = await listPrograms(db);
  const [lease] = await db.query(LEASE, []);
  const [server] = await db.query(SERVER, []);
  const standbys = await db.query(STANDBYS, []);
  return {
    programs,
    lease: {
      isHeld: lease?.['is_held'] === true,
      epoch: Number(lease?.['epoch']),
      batch: Number(lease?.['batch']),
    },
    migrations: Number(lease?.['migrations']),
    database: {
      server: toText(server?.['server']),
      version: String(server?.['version']),
      role: String(server?.['role']),
      isSynchronous: server?.['is_synchronous'] === true,
      seesStandbys: server?.['sees_standbys'] === true,
      standbys: standbys.map(toStandby),
    },
  };
}

function toStandby(row: Row): ReplicatingServer {
  return {
    name: String(row['name']),
    address: toText(row['address']),
    state: String(row['state']),
    isSynchronous: row['is_synchronous'] === true,
    behindBytes: Math.max(0, Number(row['behind_bytes'])),
    lagMs: row['lag_ms'] === null ? undefined : Number(row['lag_ms']),
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
