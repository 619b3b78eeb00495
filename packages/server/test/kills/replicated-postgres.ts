// PostgreSQL on two machines, of which the second replicates synchronously and can be promoted. The
// former primary then returns as the standby, on a new copy.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from '#platform/db/embedded/binaries.ts';
import {
  CLUSTER_NAME,
  environmentForPrograms,
  pathForPrograms,
} from '#platform/db/embedded/cluster.ts';
import type { Cluster } from '#platform/db/embedded/cluster.ts';
import { makeCluster } from '#platform/db/embedded/cluster-folder.ts';
import { chooseDatabaseUser, giveTree } from '#platform/db/embedded/database-user.ts';
import { serverSettings } from '#platform/db/embedded/server-settings.ts';
import { copyCluster } from '../support/copy-cluster.ts';
import { MachineProcess } from './machine-process.ts';
import type { Machine } from './namespaces.ts';

const PORT = 5_432;
const MEMORY_BYTES = 512 * 1024 ** 2;
const ANSWERS_WITHIN_MS = 60_000;
const POLL_MS = 50;

type Node = { readonly machine: Machine; readonly cluster: Cluster; process?: MachineProcess };

export class ReplicatedPostgres {
  readonly url: string;
  readonly #isSynchronous: boolean;
  #primary: Node;
  #standby: Node;

  private constructor(primary: Node, standby: Node, isSynchronous: boolean) {
    this.#isSynchronous = isSynchronous;
    this.#primary = primary;
    this.#standby = standby;
    const hosts = [primary, standby].map(({ machine }) => `${machine.address}:${PORT}`);
    this.url = `postgres://${CLUSTER_NAME}@${hosts.join(',')}/${CLUSTER_NAME}`;
  }

  /** `isSynchronous`: false makes a replica that can lose commits, which a test must notice. */
  static async start(
    root: string,
    machines: readonly [Machine, Machine],
    isSynchronous: boolean,
  ): Promise<ReplicatedPostgres> {
    const [primary, standby] = machines.map((machine) => ({
      machine,
      cluster: clusterIn(root, machine.name),
    }));
    if (primary === undefined || standby === undefined) throw new Error('There are two machines.');
    await makeCluster(primary.cluster);
    const access = ['all', 'replication'].map((what) => `host ${what} all 10.77.0.0/24 trust\n`);
    writeFileSync(join(primary.cluster.directory, 'pg_hba.conf'), access.join(''));
    const pair = new ReplicatedPostgres(primary, standby, isSynchronous);
    await pair.#start(primary);
    await pair.#follow();
    return pair;
  }

  get primary(): Machine {
    return this.#primary.machine;
  }

  get standby(): Machine {
    return this.#standby.machine;
  }

  /** The primary dies, and the standby takes its place. */
  async failOver(): Promise<void> {
    await this.#primary.process?.end('SIGQUIT');
    [this.#primary, this.#standby] = [this.#standby, this.#primary];
    await run(this.#primary.machine, 'select pg_promote()');
  }

  /** The former primary returns as the standby. */
  async returnStandby(): Promise<void> {
    rmSync(this.#standby.cluster.directory, { recursive: true, force: true });
    await this.#follow();
  }

  async stop(): Promise<void> {
    await this.#standby.process?.end('SIGINT');
    await this.#primary.process?.end('SIGINT');
  }

  async #follow(): Promise<void> {
    await this.#copy();
    await this.#start(this.#standby);
    await until(async () => {
      const state = this.#isSynchronous ? 'sync' : 'async';
      const replicas = `select 1 from pg_stat_replication where sync_state = '${state}'`;
      return (await run(this.#primary.machine, replicas)).length > 0;
    });
  }

  /** A base backup by PostgreSQL's own functions. */
  async #copy(): Promise<void> {
    const { machine, cluster } = this.#primary;
    const target = this.#standby.cluster;
    const client = new pg.Client(addressOf(machine));
    await client.connect();
    await client.query("select pg_backup_start('standby', true)");
    await copyCluster(cluster.directory, target.directory);
    for (const lock of ['postmaster.pid', `.s.PGSQL.${PORT}.lock`]) {
      rmSync(join(target.directory, lock), { force: true });
    }
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await client.end();
    writeFileSync(join(target.directory, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(target.directory, 'standby.signal'), '');
    if (target.user !== undefined) giveTree(target.directory, target.user);
  }

  async #start(node: Node): Promise<void> {
    const other = node === this.#primary ? this.#standby : this.#primary;
    const settings = [
      `listen_addresses=${node.machine.address}`,
      `port=${PORT}`,
      'wal_level=replica',
      'max_wal_senders=4',
      'wal_keep_size=64MB',
      'max_connections=200',
      'wal_retrieve_retry_interval=100ms',
      'wal_receiver_timeout=5s',
      'wal_sender_timeout=5s',
      `synchronous_standby_names=${this.#isSynchronous ? '*' : ''}`,
      `primary_conninfo=host=${other.machine.address} port=${PORT} user=${CLUSTER_NAME}`,
    ].flatMap((setting) => ['-c', setting]);
    const { directory, user, binaries } = node.cluster;
    const as =
      user === undefined
        ? []
        : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    const program = join(binaries.folder, 'bin', 'postgres');
    const all = [...serverSettings(MEMORY_BYTES), ...settings];
    const command = [...as, program, '-D', pathForPrograms(node.cluster), ...all];
    const options = { cwd: directory, env: environmentForPrograms() };
    node.process = new MachineProcess(node.machine, command, options);
    await until(async () => {
      if (node.process?.hasEnded === true) throw new Error(node.process.output);
      return await run(node.machine, 'select 1').then(
        () => true,
        () => false,
      );
    });
  }
}

function clusterIn(root: string, name: string): Cluster {
  const directory = join(root, name);
  const user = chooseDatabaseUser(directory);
  return { directory, user, binaries: findBinaries(user, root) };
}

function addressOf({ address }: Machine): pg.ClientConfig {
  return {
    host: address,
    port: PORT,
    user: CLUSTER_NAME,
    database: CLUSTER_NAME,
    ssl: false,
    connectionTimeoutMillis: 2_000,
  };
}

async function run(machine: Machine, text: string): Promise<readonly unknown[]> {
  const client = new pg.Client(addressOf(machine));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const limitMs = performance.now() + ANSWERS_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > limitMs) throw new Error('PostgreSQL does not answer in time.');
    await sleep(POLL_MS);
  }
}
