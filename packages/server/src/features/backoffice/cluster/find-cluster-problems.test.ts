import { expect, it } from 'vitest';
import type { KnownProgram } from '#platform/programs/programs.ts';
import { findClusterProblems } from './find-cluster-problems.ts';
import type { Cluster } from './read-cluster.ts';

const SEEN: KnownProgram = {
  host: 'one',
  dataDir: '/data',
  pid: 1,
  startedAtMs: 0,
  seenAtMs: 3_600_000,
  silentMs: 1_000,
  version: '1.0.0',
  migrations: 20,
  roles: 'edge',
  isReady: true,
  engine: undefined,
  epoch: undefined,
  batch: undefined,
  committedBatch: 70,
  clockSkewMs: 3,
  messages: 'connected',
  databaseServer: '10.0.0.1:5432',
};
const EDGE_TWO = { ...SEEN, host: 'two' };
const CORE = { ...SEEN, host: 'three', roles: 'engine,market,jobs' };
const ACTIVE: KnownProgram = { ...CORE, engine: 'active', epoch: 4, batch: 70 };
const STANDBY: KnownProgram = {
  ...CORE,
  host: 'four',
  engine: 'standby',
  batch: 69,
  isReady: false,
};
const COPY = {
  name: 'copy',
  address: '10.0.0.2',
  state: 'streaming',
  isSynchronous: true,
  behindBytes: 0,
  lagMs: 2,
};
const WHOLE: Cluster = {
  programs: [SEEN, EDGE_TWO, ACTIVE, STANDBY],
  lease: { isHeld: true, epoch: 4, batch: 70 },
  migrations: 20,
  database: {
    server: '10.0.0.1:5432',
    version: '18.1',
    role: 'halyard',
    isSynchronous: true,
    seesStandbys: true,
    standbys: [COPY],
  },
};

const problemsOf = (changed: Partial<Cluster>) =>
  findClusterProblems({ ...WHOLE, ...changed })
    .map(({ text }) => text)
    .join('\n');
const withProgram = (changed: Partial<KnownProgram>) =>
  problemsOf({ programs: [{ ...SEEN, ...changed }, EDGE_TWO, ACTIVE, STANDBY] });
const withDatabase = (changed: Partial<Cluster['database']>) =>
  problemsOf({ database: { ...WHOLE.database, ...changed } });

it('finds nothing where any one program may fail, and nothing with one program alone', () => {
  expect(problemsOf({})).toBe('');
  const database = { ...WHOLE.database, isSynchronous: false, standbys: [] };
  const alone: KnownProgram = { ...ACTIVE, roles: 'all', messages: 'none' };
  expect(problemsOf({ programs: [alone], database })).toBe('');
  const second: KnownProgram = { ...STANDBY, roles: 'all', messages: 'none' };
  expect(problemsOf({ programs: [alone, second], database })).toBe('');
});

it('names what is missing of a market that runs apart, and expects one of its programs to lead', () => {
  const apart = { roles: 'engine,jobs' };
  const others = [SEEN, EDGE_TWO, { ...ACTIVE, ...apart }, { ...STANDBY, ...apart }];
  const leader = { ...SEEN, host: 'five', roles: 'market' };
  const second = { ...leader, host: 'six', isReady: false };
  expect(problemsOf({ programs: [...others, leader, second] })).toBe('');
  expect(problemsOf({ programs: others })).toBe(
    'No program runs the market: nothing can be traded.',
  );
  expect(problemsOf({ programs: [...others, leader] })).toContain('stands by for the market');
  const lost = { ...leader, silentMs: 200_000 };
  const nobodyLeads = problemsOf({ programs: [...others, lost, second, second] });
  expect(nobodyLeads).toContain('six (market) is not ready');
});

it('names a program that is lost, and the command that forgets it', () => {
  expect(withProgram({ silentMs: 200_000 })).toContain(
    'one (edge) has not been seen for 3 min. If it was removed for good, remove it from the list: ' +
      'halyard cluster forget one',
  );
});

it.each([
  [{ programs: [SEEN, EDGE_TWO, ACTIVE] }, 'No program stands by for the engine'],
  [{ programs: [SEEN, EDGE_TWO] }, 'No program runs the engine.'],
  [{ programs: [SEEN, ACTIVE, STANDBY] }, 'Only one program serves customers'],
  [{ programs: [ACTIVE, STANDBY] }, 'No program serves customers'],
  [{ programs: [] }, 'No program has been seen'],
  [{ lease: { isHeld: false, epoch: 4, batch: 70 } }, 'No program has the lease of the engine'],
] as const)('names what is missing: %#', (changed, problem) => {
  expect(problemsOf(changed)).toContain(problem);
});

it.each([
  [{ isReady: false }, 'one (edge) is not ready'],
  [{ messages: 'lost' }, 'one (edge) is not connected to NATS.'],
  [{ clockSkewMs: 4_000 }, 'The clock of one (edge) is 4 s behind that of the database'],
  [{ clockSkewMs: -4_000 }, 'The clock of one (edge) is 4 s ahead of that of the database'],
  [{ migrations: 19 }, 'one (edge) has 19 migrations and the database 20'],
  [{ version: '1.1.0' }, 'The programs have different versions: 1.1.0 on one (edge); 1.0.0 on two'],
] as const)('names what is wrong with a program: %#', (changed, problem) => {
  expect(withProgram(changed)).toContain(problem);
});

it('gives a program a minute to start', () => {
  expect(withProgram({ isReady: false, startedAtMs: SEEN.seenAtMs - 30_000 })).toBe('');
});

it.each([
  [{ batch: undefined }, 'four (engine,market,jobs) stands by without the accounts'],
  [{ batch: 70, committedBatch: 9_000 }, 'stands by and is 8930 batches behind'],
] as const)('names a standby that could not take over at once: %#', (changed, problem) => {
  const standby = { ...STANDBY, ...changed };
  expect(problemsOf({ programs: [SEEN, EDGE_TWO, ACTIVE, standby] })).toContain(problem);
});

it.each([
  [{ isSynchronous: false }, 'does not replicate synchronously'],
  [{ standbys: [] }, 'No synchronous standby of PostgreSQL is connected'],
  [{ seesStandbys: false }, 'grant pg_read_all_stats to halyard;'],
  [{ standbys: [COPY, { ...COPY, state: 'catchup' }] }, 'copy of PostgreSQL is not streaming'],
  [{ standbys: [{ ...COPY, behindBytes: 10 ** 8 }] }, 'copy of PostgreSQL is 95 MB behind'],
] as const)('names what is wrong with PostgreSQL: %#', (changed, problem) => {
  expect(withDatabase(changed)).toContain(problem);
});
