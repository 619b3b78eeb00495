// The PostgreSQL of a run of tests: the embedded one, started once, on files that go with the run.
// Tests of what survives a crash start clusters of their own, on the disk.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBinaries } from '#platform/db/embedded/binaries.ts';
import { CLUSTER_NAME } from '#platform/db/embedded/cluster.ts';
import { makeCluster } from '#platform/db/embedded/cluster-folder.ts';
import { chooseDatabaseUser } from '#platform/db/embedded/database-user.ts';
import { endLeftBehind } from '#platform/db/embedded/orphan.ts';
import { Postmaster } from '#platform/db/embedded/postmaster.ts';
import { serverSettings } from '#platform/db/embedded/server-settings.ts';

/** Files in memory, where there is room for them: nothing here is meant to outlive the run. */
const MEMORY = '/dev/shm';
const MEMORY_FREE_BYTES_MIN = 3 * 1024 ** 3;
const SERVER_MEMORY_BYTES = 4 * 1024 ** 3;
const CONNECTIONS_MAX = 300;
const PREFIX = 'halyard-tests-';

export type TestCluster = {
  /** The address of its first database; proxies can stand before it. */
  readonly url: string;
  stop(): Promise<void>;
};

export async function startTestCluster(): Promise<TestCluster> {
  const parent = existsSync(MEMORY) && hasRoom(MEMORY) ? MEMORY : tmpdir();
  await removeLeftBehind(parent);
  const root = join(parent, `${PREFIX}${process.pid}`);
  const directory = join(root, 'cluster');
  mkdirSync(root, { mode: 0o700 });
  const user = chooseDatabaseUser(directory);
  const cluster = { directory, user, binaries: findBinaries(user, root) };
  await makeCluster(cluster);
  writeFileSync(join(directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n');
  const port = await findFreePort();
  const postmaster = await Postmaster.start(cluster, {
    address: { host: '127.0.0.1', port, user: CLUSTER_NAME, database: CLUSTER_NAME, ssl: false },
    settings: [
      ...serverSettings(SERVER_MEMORY_BYTES),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `port=${port}`,
      '-c',
      `max_connections=${CONNECTIONS_MAX}`,
      '-c',
      'max_wal_size=256MB',
    ],
    onLog: () => undefined,
  });
  return {
    url: `postgres://${CLUSTER_NAME}@127.0.0.1:${port}/${CLUSTER_NAME}`,
    stop: async () => {
      await postmaster.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function hasRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize >= MEMORY_FREE_BYTES_MIN;
}

/** Of runs that were killed. */
async function removeLeftBehind(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    if (existsSync(`/proc/${name.slice(PREFIX.length)}`)) continue;
    await endLeftBehind(join(parent, name, 'cluster'));
    rmSync(join(parent, name), { recursive: true, force: true });
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
