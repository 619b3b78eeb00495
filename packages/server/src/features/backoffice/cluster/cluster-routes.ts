import { getCluster } from '@halyard/contract/backoffice/installation/cluster';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { KnownProgram } from '#platform/programs/programs.ts';
import { behindBatches, findClusterProblems, stateOf } from './find-cluster-problems.ts';
import { readCluster } from './read-cluster.ts';
import type { ReplicatingServer } from './read-cluster.ts';

const BYTES_IN_KILOBYTE = 1024;

export function clusterRoutes({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): readonly RouteBinding[] {
  return [
    bind(getCluster, async () => {
      const cluster = await readCluster(db);
      const { lease, database } = cluster;
      return ok({
        at: new Date(clock.nowMs()).toISOString(),
        problems: findClusterProblems(cluster).map(({ kind, concerns }) => ({
          problem: kind,
          concerns: concerns ?? null,
        })),
        programs: cluster.programs.map(toProgram),
        engine_lease: { lease_held: lease.isHeld, epoch: lease.epoch, batch: lease.batch },
        database: {
          server: database.server ?? null,
          version: database.version,
          synchronous: database.isSynchronous,
        },
        replicas: database.standbys.map(toReplica),
      });
    }),
  ];
}

function toProgram(program: KnownProgram) {
  const { host, roles, version, epoch, clockSkewMs, messages, startedAtMs, seenAtMs } = program;
  return {
    host,
    program_roles: roles,
    program_state: stateOf(program),
    version,
    epoch: epoch ?? null,
    batches_behind: behindBatches(program) ?? null,
    clock_offset_ms: clockSkewMs,
    nats: messages,
    started_at: new Date(startedAtMs).toISOString(),
    seen_at: new Date(seenAtMs).toISOString(),
  };
}

function toReplica({ name, address, state, isSynchronous, behindBytes, lagMs }: ReplicatingServer) {
  return {
    name,
    server: address ?? null,
    replica_state: state,
    synchronous: isSynchronous,
    behind_kb: Math.ceil(behindBytes / BYTES_IN_KILOBYTE),
    lag_ms: lagMs ?? null,
  };
}
