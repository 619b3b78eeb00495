import type { KnownProgram } from '#platform/programs/programs.ts';
import { describeDuration } from './describe-duration.ts';
import { behindBatches, stateOf } from './find-cluster-problems.ts';
import type { Cluster } from './read-cluster.ts';

const HEADINGS = [
  'HOST',
  'ROLES',
  'STATE',
  'VERSION',
  'BATCH',
  'BEHIND',
  'CLOCK',
  'NATS',
  'UP',
  'SEEN',
];
const BYTES_IN_KILOBYTE = 1024;

/** Returns the lines that show the programs and the servers of PostgreSQL. */
export function describeCluster({ programs, lease, database }: Cluster): readonly string[] {
  const { server, version, standbys, isSynchronous } = database;
  return [
    ...toTable([HEADINGS, ...programs.map(toCells)]),
    '',
    `Engine: ${lease.isHeld ? 'leased' : 'no owner'}, epoch ${lease.epoch}, batch ${lease.batch}`,
    `PostgreSQL ${version}: primary ${server ?? 'on a socket'}, ` +
      (isSynchronous ? 'replicates synchronously' : 'does not replicate synchronously'),
    ...standbys.map(
      ({ name, address, state, isSynchronous: isSync, behindBytes, lagMs }) =>
        `  standby ${name} at ${address ?? 'a socket'}: ${state}` +
        `${isSync ? ', synchronous' : ''}, ${Math.ceil(behindBytes / BYTES_IN_KILOBYTE)} kB behind` +
        (lagMs === undefined ? '' : `, ${lagMs} ms`),
    ),
  ];
}

function toCells(program: KnownProgram): readonly string[] {
  const { host, roles, version, batch, clockSkewMs, messages } = program;
  const behind = behindBatches(program);
  return [
    host,
    roles,
    describeState(program),
    version,
    batch === undefined ? '-' : String(batch),
    behind === undefined ? '-' : String(behind),
    `${clockSkewMs} ms`,
    messages,
    describeDuration(program.seenAtMs - program.startedAtMs),
    `${describeDuration(program.silentMs)} ago`,
  ];
}

function describeState(program: KnownProgram): string {
  const state = stateOf(program);
  if (state === 'not-ready') return 'not ready';
  return state === 'active' ? `active, epoch ${program.epoch}` : state;
}

function toTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = HEADINGS.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
