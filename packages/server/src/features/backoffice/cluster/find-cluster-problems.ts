// What needs the operator's attention, in words. A program shows itself every five seconds.
import { MINUTE_MS, SECOND_MS } from '@halyard/core/time';
import type { KnownProgram } from '#platform/programs/programs.ts';
import { describeDuration } from './describe-duration.ts';
import type { Cluster, ReplicatingServer } from './read-cluster.ts';

/** Three signs of life. */
const LOST_AFTER_MS = 15 * SECOND_MS;
const SKEW_MAX_MS = SECOND_MS;
/** The time in which a program is ready and has loaded a million positions. */
const STARTED_WITHIN_MS = MINUTE_MS;
/** A memory that stands by follows twice a second; the last 20,000 batches are kept for it. */
const BEHIND_BATCHES_MAX = 5_000;
const BEHIND_BYTES_MAX = 64 * 1024 ** 2;

/** Returns a sentence for each problem; none: everything works and one machine may fail. */
export function findClusterProblems(cluster: Cluster): readonly string[] {
  const { programs, lease } = cluster;
  const live = programs.filter((program) => !isLost(program));
  return [
    ...programs.filter(isLost).map(describeLost),
    ...(lease.isHeld ? [] : ['No program has the lease of the engine: orders are refused.']),
    ...findMissing(live),
    ...live.flatMap((program) => findProgramProblems(program, cluster)),
    ...findVersions(live),
    ...findDatabaseProblems(cluster.database),
  ];
}

export function isLost({ silentMs }: KnownProgram): boolean {
  return silentMs > LOST_AFTER_MS;
}

function nameOf({ host, roles }: Pick<KnownProgram, 'host' | 'roles'>): string {
  return `${host} (${roles})`;
}

function describeLost(program: KnownProgram): string {
  const { host, silentMs } = program;
  return (
    `${nameOf(program)} has not been seen for ${describeDuration(silentMs)}. If it was removed for ` +
    `good, remove it from the list: halyard cluster forget ${host}`
  );
}

/** One program with all roles needs no other one. */
function findMissing(live: readonly KnownProgram[]): readonly string[] {
  if (live.length === 1 && live.every(({ roles }) => roles === 'all')) return [];
  const engines = live.filter(({ engine }) => engine !== undefined);
  const edges = live.filter(({ roles }) => roles === 'all' || roles.split(',').includes('edge'));
  const missing: string[] = [];
  if (live.length === 0) return ['No program has been seen in the last seconds.'];
  if (engines.length === 0) missing.push('No program runs the engine.');
  if (engines.length === 1) {
    missing.push('No program stands by for the engine: if the active one fails, trading stops.');
  }
  missing.push(...findMissingMarket(live));
  if (edges.length === 0) missing.push('No program serves customers: start one with ROLES=edge.');
  if (edges.length === 1 && !isAlsoStandby(live)) {
    missing.push('Only one program serves customers: if it fails, nobody can trade.');
  }
  return missing;
}

/** Only an engine with the roles `engine,jobs` needs the market of another program. */
function findMissingMarket(live: readonly KnownProgram[]): readonly string[] {
  const markets = live.filter(isMarket);
  if (!live.some(({ roles }) => roles === 'engine,jobs')) return [];
  if (markets.length === 0) return ['No program runs the market: nothing can be traded.'];
  if (markets.length > 1) return [];
  return ['No program stands by for the market: if the active one fails, nothing can be traded.'];
}

function isMarket({ roles }: KnownProgram): boolean {
  return roles === 'market';
}

/** With the roles `all`, the program that stands by serves customers as well. */
function isAlsoStandby(live: readonly KnownProgram[]): boolean {
  return live.filter(({ roles }) => roles === 'all').length > 1;
}

function findProgramProblems(
  program: KnownProgram,
  { migrations, programs }: Pick<Cluster, 'migrations' | 'programs'>,
): readonly string[] {
  const { clockSkewMs, messages, seenAtMs, startedAtMs, engine } = program;
  const name = nameOf(program);
  const isStarting = seenAtMs - startedAtMs < STARTED_WITHIN_MS;
  const problems: string[] = [];
  const isStandby = engine === 'standby' || (isMarket(program) && programs.some(leadsMarket));
  if (!program.isReady && !isStarting && !isStandby) {
    problems.push(`${name} is not ready: it answers orders with status 503.`);
  }
  if (engine === 'standby' && !isStarting) problems.push(...findStandbyProblems(program));
  if (messages === 'lost') problems.push(`${name} is not connected to NATS.`);
  if (Math.abs(clockSkewMs) > SKEW_MAX_MS) {
    problems.push(
      `The clock of ${name} is ${describeDuration(Math.abs(clockSkewMs))} ` +
        `${clockSkewMs > 0 ? 'behind' : 'ahead of'} that of the database: synchronize both.`,
    );
  }
  if (program.migrations !== migrations) {
    problems.push(
      `${name} has ${program.migrations} migrations and the database ${migrations}: it belongs to ` +
        'another release.',
    );
  }
  return problems;
}

/** Of the programs with the market, only the leader is ready. */
function leadsMarket(program: KnownProgram): boolean {
  return isMarket(program) && program.isReady && !isLost(program);
}

function findStandbyProblems(program: KnownProgram): readonly string[] {
  const { batch, committedBatch = 0 } = program;
  if (batch === undefined) {
    return [`${nameOf(program)} stands by without the accounts: a take-over loads them first.`];
  }
  const behind = committedBatch - batch;
  if (behind <= BEHIND_BATCHES_MAX) return [];
  return [`${nameOf(program)} stands by and is ${behind} batches behind the engine.`];
}

function findVersions(live: readonly KnownProgram[]): readonly string[] {
  const byVersion = Map.groupBy(live, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const each = [...byVersion].map(
    ([version, programs]) => `${version} on ${programs.map(nameOf).join(', ')}`,
  );
  return [`The programs have different versions: ${each.join('; ')}.`];
}

function findDatabaseProblems(database: Cluster['database']): readonly string[] {
  const { standbys, isSynchronous, seesStandbys, role } = database;
  if (standbys.length > 0 && !seesStandbys) {
    return [
      'The state of the standbys of PostgreSQL is hidden from the program: ' +
        `grant pg_read_all_stats to ${role};`,
    ];
  }
  const problems = standbys.flatMap(findReplicationProblems);
  if (isSynchronous && !standbys.some((one) => one.isSynchronous && one.state === 'streaming')) {
    problems.push(
      'No synchronous standby of PostgreSQL is connected: orders wait until one is back.',
    );
  }
  if (!isSynchronous && standbys.length > 0) {
    problems.push('PostgreSQL does not replicate synchronously: a failover loses orders.');
  }
  return problems;
}

function findReplicationProblems({ name, state, behindBytes }: ReplicatingServer): string[] {
  if (state !== 'streaming')
    return [`The standby ${name} of PostgreSQL is not streaming: ${state}.`];
  if (behindBytes <= BEHIND_BYTES_MAX) return [];
  const megabytes = Math.round(behindBytes / 1024 ** 2);
  return [`The standby ${name} of PostgreSQL is ${megabytes} MB behind.`];
}
