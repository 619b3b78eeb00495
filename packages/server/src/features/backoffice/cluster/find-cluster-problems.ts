// What needs the operator's attention, in words. A program shows itself every five seconds.
import type { ClusterProblemKind } from '@halyard/contract/backoffice/installation/cluster';
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

export type ClusterProblem = {
  readonly kind: ClusterProblemKind;
  /** The program or server that it concerns; undefined: the installation. */
  readonly concerns?: string;
  /** A sentence for the operator. */
  readonly text: string;
};

/** Returns what needs attention; nothing: everything works and one machine may fail. */
export function findClusterProblems(cluster: Cluster): readonly ClusterProblem[] {
  const { programs, lease } = cluster;
  const live = programs.filter((program) => !isLost(program));
  const noLease = {
    kind: 'no-engine-lease',
    text: 'No program has the lease of the engine: orders are refused.',
  } as const;
  return [
    ...programs.filter(isLost).map(describeLost),
    ...(lease.isHeld ? [] : [noLease]),
    ...findMissing(live),
    ...live.flatMap((program) => findProgramProblems(program, cluster)),
    ...findVersions(live),
    ...findDatabaseProblems(cluster.database),
  ];
}

function isLost({ silentMs }: KnownProgram): boolean {
  return silentMs > LOST_AFTER_MS;
}

/** Returns what a program does. */
export function stateOf(
  program: KnownProgram,
): 'active' | 'ready' | 'standby' | 'not-ready' | 'lost' {
  if (isLost(program)) return 'lost';
  if (program.engine === 'standby') return 'standby';
  if (!program.isReady) return 'not-ready';
  return program.epoch === undefined ? 'ready' : 'active';
}

/** Returns how many batches an engine that stands by is behind; undefined if it has no accounts. */
export function behindBatches(program: KnownProgram): number | undefined {
  const { engine, batch, committedBatch = 0 } = program;
  if (engine !== 'standby' || batch === undefined) return undefined;
  return Math.max(0, committedBatch - batch);
}

function nameOf({ host, roles }: Pick<KnownProgram, 'host' | 'roles'>): string {
  return `${host} (${roles})`;
}

function describeLost(program: KnownProgram): ClusterProblem {
  const { host, silentMs } = program;
  const concerns = nameOf(program);
  return {
    kind: 'program-lost',
    concerns,
    text:
      `${concerns} has not been seen for ${describeDuration(silentMs)}. If it was removed for ` +
      `good, remove it from the list: halyard cluster forget ${host}`,
  };
}

/** One program with all roles needs no other one. */
function findMissing(live: readonly KnownProgram[]): readonly ClusterProblem[] {
  if (live.length === 1 && live.every(({ roles }) => roles === 'all')) return [];
  if (live.length === 0) {
    return [{ kind: 'no-programs', text: 'No program has been seen in the last seconds.' }];
  }
  return [...findMissingEngine(live), ...findMissingMarket(live), ...findMissingEdge(live)];
}

function findMissingEngine(live: readonly KnownProgram[]): readonly ClusterProblem[] {
  const engines = live.filter(({ engine }) => engine !== undefined);
  if (engines.length === 0) return [{ kind: 'no-engine', text: 'No program runs the engine.' }];
  if (engines.length > 1) return [];
  const text = 'No program stands by for the engine: if the active one fails, trading stops.';
  return [{ kind: 'no-engine-standby', text }];
}

function findMissingEdge(live: readonly KnownProgram[]): readonly ClusterProblem[] {
  const edges = live.filter(({ roles }) => roles === 'all' || roles.split(',').includes('edge'));
  if (edges.length === 0) {
    return [{ kind: 'no-edge', text: 'No program serves customers: start one with ROLES=edge.' }];
  }
  if (edges.length > 1 || isAlsoStandby(live)) return [];
  const text = 'Only one program serves customers: if it fails, nobody can trade.';
  return [{ kind: 'only-one-edge', text }];
}

/** Only an engine with the roles `engine,jobs` needs the market of another program. */
function findMissingMarket(live: readonly KnownProgram[]): readonly ClusterProblem[] {
  const markets = live.filter(isMarket);
  if (!live.some(({ roles }) => roles === 'engine,jobs')) return [];
  if (markets.length === 0) {
    return [{ kind: 'no-market', text: 'No program runs the market: nothing can be traded.' }];
  }
  if (markets.length > 1) return [];
  const text =
    'No program stands by for the market: if the active one fails, nothing can be traded.';
  return [{ kind: 'no-market-standby', text }];
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
): readonly ClusterProblem[] {
  const { clockSkewMs, messages, seenAtMs, startedAtMs, engine } = program;
  const concerns = nameOf(program);
  const isStarting = seenAtMs - startedAtMs < STARTED_WITHIN_MS;
  const problems: ClusterProblem[] = [];
  const add = (kind: ClusterProblemKind, text: string): void => {
    problems.push({ kind, concerns, text });
  };
  const isStandby = engine === 'standby' || (isMarket(program) && programs.some(leadsMarket));
  if (!program.isReady && !isStarting && !isStandby) {
    add('not-serving', `${concerns} is not ready: it answers orders with status 503.`);
  }
  if (engine === 'standby' && !isStarting) problems.push(...findStandbyProblems(program));
  if (messages === 'lost') add('messages-lost', `${concerns} is not connected to NATS.`);
  if (Math.abs(clockSkewMs) > SKEW_MAX_MS) {
    add(
      'clock-wrong',
      `The clock of ${concerns} is ${describeDuration(Math.abs(clockSkewMs))} ` +
        `${clockSkewMs > 0 ? 'behind' : 'ahead of'} that of the database: synchronize both.`,
    );
  }
  if (program.migrations !== migrations) {
    add(
      'other-release',
      `${concerns} has ${program.migrations} migrations and the database ${migrations}: it belongs ` +
        'to another release.',
    );
  }
  return problems;
}

/** Of the programs with the market, only the leader is ready. */
function leadsMarket(program: KnownProgram): boolean {
  return isMarket(program) && program.isReady && !isLost(program);
}

function findStandbyProblems(program: KnownProgram): readonly ClusterProblem[] {
  const concerns = nameOf(program);
  const behind = behindBatches(program);
  if (behind === undefined) {
    const text = `${concerns} stands by without the accounts: a take-over loads them first.`;
    return [{ kind: 'standby-empty', concerns, text }];
  }
  if (behind <= BEHIND_BATCHES_MAX) return [];
  const text = `${concerns} stands by and is ${behind} batches behind the engine.`;
  return [{ kind: 'standby-behind', concerns, text }];
}

function findVersions(live: readonly KnownProgram[]): readonly ClusterProblem[] {
  const byVersion = Map.groupBy(live, ({ version }) => version);
  if (byVersion.size < 2) return [];
  const each = [...byVersion].map(
    ([version, programs]) => `${version} on ${programs.map(nameOf).join(', ')}`,
  );
  const text = `The programs have different versions: ${each.join('; ')}.`;
  return [{ kind: 'versions-differ', text }];
}

function findDatabaseProblems(database: Cluster['database']): readonly ClusterProblem[] {
  const { standbys, isSynchronous, seesStandbys, role } = database;
  if (standbys.length > 0 && !seesStandbys) {
    const text =
      'The state of the standbys of PostgreSQL is hidden from the program: ' +
      `grant pg_read_all_stats to ${role};`;
    return [{ kind: 'replicas-hidden', text }];
  }
  const problems: ClusterProblem[] = standbys.flatMap(findReplicationProblems);
  if (isSynchronous && !standbys.some((one) => one.isSynchronous && one.state === 'streaming')) {
    const text =
      'No synchronous standby of PostgreSQL is connected: orders wait until one is back.';
    problems.push({ kind: 'no-synchronous-replica', text });
  }
  if (!isSynchronous && standbys.length > 0) {
    const text = 'PostgreSQL does not replicate synchronously: a failover loses orders.';
    problems.push({ kind: 'replication-asynchronous', text });
  }
  return problems;
}

function findReplicationProblems({
  name,
  state,
  behindBytes,
}: ReplicatingServer): readonly ClusterProblem[] {
  if (state !== 'streaming') {
    const text = `The standby ${name} of PostgreSQL is not streaming: ${state}.`;
    return [{ kind: 'replica-not-streaming', concerns: name, text }];
  }
  if (behindBytes <= BEHIND_BYTES_MAX) return [];
  const megabytes = Math.round(behindBytes / 1024 ** 2);
  const text = `The standby ${name} of PostgreSQL is ${megabytes} MB behind.`;
  return [{ kind: 'replica-behind', concerns: name, text }];
}
