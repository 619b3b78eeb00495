import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database, Row } from '#platform/db/db.ts';

/** After this time nobody asks for a program any more. */
const KEPT = `interval '1 day'`;
/** Three signs of life were missed. */
const LOST_AFTER = `interval '15 seconds'`;
/** More programs than an installation has. */
const PROGRAMS_MAX = 200;

export type EngineState = 'active' | 'standby';
export type MessagesState = 'none' | 'connected' | 'lost';

/** Where a program runs: its identity, also after it has started again. */
export type ProgramPlace = { readonly host: string; readonly dataDir: string };

/** What a program writes about itself. */
export type SeenProgram = ProgramPlace & {
  readonly pid: number;
  readonly upMs: number;
  readonly version: string;
  readonly migrations: number;
  readonly roles: string;
  readonly isReady: boolean;
  /** Undefined in a program without an engine. */
  readonly engine: EngineState | undefined;
  readonly epoch: number | undefined;
  /** The last batch in the memory of its engine. */
  readonly batch: number | undefined;
  readonly clockSkewMs: number;
  readonly messages: MessagesState;
};

export type KnownProgram = Omit<SeenProgram, 'upMs'> & {
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  /** How long ago that was by the clock of the database. */
  readonly silentMs: number;
  /** The last committed batch when it was seen. */
  readonly committedBatch: number | undefined;
  readonly databaseServer: string | undefined;
};

const SHOW = `
  insert into programs (host, data_dir, pid, started_at, seen_at, version, migrations, roles, is_ready,
    engine, epoch, batch, committed_batch, clock_skew_ms, messages, database_server)
  select $1, $2, $3, now() - $4::bigint * interval '1 millisecond', now(), $5, $6, $7, $8,
    $9, $10, $11, (select batch from engine_lease where id = 1), $12, $13,
    host(inet_server_addr()) || ':' || inet_server_port()
  on conflict (host, data_dir) do update set
    pid = excluded.pid, started_at = excluded.started_at, seen_at = excluded.seen_at,
    version = excluded.version, migrations = excluded.migrations, roles = excluded.roles,
    is_ready = excluded.is_ready, engine = excluded.engine, epoch = excluded.epoch,
    batch = excluded.batch, committed_batch = excluded.committed_batch,
    clock_skew_ms = excluded.clock_skew_ms, messages = excluded.messages,
    database_server = excluded.database_server`;

/** Writes the program's row, by the clock of the database. */
export async function showProgram(
  db: Pick<Database, 'query'>,
  { host, dataDir, pid, upMs, version, migrations, roles, isReady, ...seen }: SeenProgram,
): Promise<void> {
  const { engine, epoch, batch, clockSkewMs, messages } = seen;
  const running = [engine ?? null, epoch ?? null, batch ?? null];
  const values = [host, dataDir, pid, upMs, version, migrations, roles, isReady];
  await db.query(SHOW, [...values, ...running, clockSkewMs, messages]);
}

export type EarlierProgram = ProgramPlace & { readonly roles: string; readonly seenAtMs: number };

const EARLIER = `
  select p.host, p.data_dir, p.roles, p.seen_at from programs p, programs own
  where own.host = $1 and own.data_dir = $2 and p.roles = any($3::text[])
    and (p.host, p.data_dir) <> (own.host, own.data_dir)
    and (p.started_at, p.host, p.data_dir) < (own.started_at, own.host, own.data_dir)
    and p.seen_at >= clock_timestamp() - ${LOST_AFTER}
  order by p.host, p.data_dir limit 1`;

/** Returns a program with one of these roles that may run and started before the one of a place. */
export async function findEarlier(
  db: Pick<Database, 'query'>,
  { host, dataDir }: ProgramPlace,
  roles: readonly string[],
): Promise<EarlierProgram | undefined> {
  const [row] = await db.query(EARLIER, [host, dataDir, roles]);
  return row === undefined
    ? undefined
    : {
        host: String(row['host']),
        dataDir: String(row['data_dir']),
        roles: String(row['roles']),
        seenAtMs: toMs(row['seen_at']),
      };
}

/** Deletes the rows of programs that were not seen for a day. */
export async function forgetLostPrograms(db: Pick<Database, 'query'>): Promise<void> {
  await db.query(`delete from programs where seen_at < now() - ${KEPT}`, []);
}

/** Removes the programs of a host that are not running any more; returns their roles. */
export async function forgetHost(db: Kysely<object>, host: string): Promise<readonly string[]> {
  const { rows } = await sql<{ roles: string }>`
    delete from programs where host = ${host} and seen_at < now() - ${sql.raw(LOST_AFTER)}
    returning roles`.execute(db);
  return rows.map(({ roles }) => roles);
}

export async function removeProgram(
  db: Pick<Database, 'query'>,
  { host, dataDir, pid }: ProgramPlace & { readonly pid: number },
): Promise<void> {
  const values = [host, dataDir, pid];
  await db.query('delete from programs where host = $1 and data_dir = $2 and pid = $3', values);
}

/** Returns the programs that were seen within a day, by their roles and machines. */
export async function listPrograms(db: Pick<Database, 'query'>): Promise<readonly KnownProgram[]> {
  const rows = await db.query(
    `select *, (extract(epoch from clock_timestamp() - seen_at) * 1000)::bigint as silent_ms
     from programs where seen_at >= now() - ${KEPT}
     order by roles, host, data_dir limit ${PROGRAMS_MAX}`,
    [],
  );
  return rows.map(toProgram);
}

function toProgram(row: Row): KnownProgram {
  return {
    host: String(row['host']),
    dataDir: String(row['data_dir']),
    pid: Number(row['pid']),
    startedAtMs: toMs(row['started_at']),
    seenAtMs: toMs(row['seen_at']),
    silentMs: Math.max(0, Number(row['silent_ms'])),
    version: String(row['version']),
    migrations: Number(row['migrations']),
    roles: String(row['roles']),
    isReady: row['is_ready'] === true,
    engine: toEngine(row['engine']),
    epoch: toNumber(row['epoch']),
    batch: toNumber(row['batch']),
    committedBatch: toNumber(row['committed_batch']),
    clockSkewMs: Number(row['clock_skew_ms']),
    messages: toMessages(row['messages']),
    databaseServer: toText(row['database_server']),
  };
}

function toMs(value: unknown): number {
  return value instanceof Date ? value.getTime() : Number.NaN;
}

function toNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toEngine(value: unknown): EngineState | undefined {
  return value === 'active' || value === 'standby' ? value : undefined;
}

function toMessages(value: unknown): MessagesState {
  return value === 'connected' || value === 'lost' ? value : 'none';
}
