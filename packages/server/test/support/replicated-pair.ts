// A primary and its standby on real PostgreSQL processes, with the embedded programs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { findBinaries } from '#platform/db/embedded/binaries.ts';
import { CLUSTER_NAME } from '#platform/db/embedded/cluster.ts';
import type { Cluster } from '#platform/db/embedded/cluster.ts';
import { makeCluster } from '#platform/db/embedded/cluster-folder.ts';
import { chooseDatabaseUser, giveTree } from '#platform/db/embedded/database-user.ts';
import { Postmaster } from '#platform/db/embedded/postmaster.ts';
import { serverSettings } from '#platform/db/embedded/server-settings.ts';
import { copyCluster } from './copy-cluster.ts';
import { findFreePort } from './test-cluster.ts';

const SERVER_MEMORY_BYTES = 1024 ** 3;

export type Server = {
  readonly port: number;
  /** Runs one statement as the superuser. */
  run(text: string): Promise<readonly Record<string, unknown>[]>;
  start(): Promise<void>;
  /** Ends the server at once, without a checkpoint. */
  kill(): void;
  stop(): Promise<void>;
};

export type ReplicatedPair = {
  readonly primary: Server;
  /** Replicates synchronously until it is promoted. */
  readonly standby: Server;
  /** The address of both, for DATABASE_URL. */
  readonly url: string;
  stop(): Promise<void>;
};

export async function startReplicatedPair(): Promise<ReplicatedPair> {
  const root = mkdtempSync(join(tmpdir(), 'halyard-pair-'));
  const [primaryPort, standbyPort] = [await findFreePort(), await findFreePort()];
  const cluster = clusterIn(root, 'primary');
  const copy = clusterIn(root, 'standby');
  await makeCluster(cluster);
  const access = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust\n`);
  writeFileSync(join(cluster.directory, 'pg_hba.conf'), access.join(''));
  const primary = serverOn(cluster, primaryPort, ['synchronous_standby_names=*']);
  const standby = serverOn(copy, standbyPort, [
    'wal_retrieve_retry_interval=100ms',
    `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=${CLUSTER_NAME}`,
  ]);
  await primary.start();
  await copyBase(primaryPort, cluster, copy);
  await standby.start();
  return {
    primary,
    standby,
    url: `postgres://${CLUSTER_NAME}@127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}/${CLUSTER_NAME}`,
    stop: async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function clusterIn(root: string, name: string): Cluster {
  const directory = join(root, name);
  const user = chooseDatabaseUser(directory);
  return { directory, user, binaries: findBinaries(user, root) };
}

function addressOf(port: number): pg.ClientConfig {
  return { host: '127.0.0.1', port, user: CLUSTER_NAME, database: CLUSTER_NAME, ssl: false };
}

function serverOn(cluster: Cluster, port: number, own: readonly string[]): Server {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'wal_level=replica',
    'max_wal_senders=4',
    'wal_keep_size=256MB',
    ...own,
  ].flatMap((setting) => ['-c', setting]);
  let postmaster: Postmaster | undefined;
  return {
    port,
    run: async (text) => {
      const client = new pg.Client(addressOf(port));
      await client.connect();
      try {
        const { rows } = await client.query<Record<string, unknown>>(text);
        return rows;
      } finally {
        await client.end();
      }
    },
    start: async () => {
      postmaster = await Postmaster.start(cluster, {
        address: addressOf(port),
        settings: [...serverSettings(SERVER_MEMORY_BYTES), ...settings],
        onLog: () => undefined,
      });
    },
    kill: () => postmaster?.kill(),
    stop: async () => await postmaster?.stop(),
  };
}

/** A base backup by PostgreSQL's own functions, without pg_basebackup, which npm does not have. */
async function copyBase(port: number, from: Cluster, to: Cluster): Promise<void> {
  const client = new pg.Client(addressOf(port));
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  await copyCluster(from.directory, to.directory);
  rmSync(join(to.directory, 'postmaster.pid'));
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  );
  await client.end();
  writeFileSync(join(to.directory, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(join(to.directory, 'standby.signal'), '');
  if (to.user !== undefined) giveTree(to.directory, to.user);
}
