// Runs initdb, which makes the files of a new cluster.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { DatabaseUnfit } from '../failure.ts';
import { CLUSTER_NAME, environmentForPrograms, pathForPrograms } from './cluster.ts';
import type { Cluster } from './cluster.ts';

const TIMEOUT_MS = 120_000;
/**
 * The dynamic linker finds it by this name, and ignores the variable with a warning if it is not
 * installed.
 */
const NSS_WRAPPER = 'libnss_wrapper.so';
/** The error of initdb under a user without an entry in /etc/passwd, as a container can choose. */
const NAMELESS = /could not look up effective user ID (\d+)/;
const READABLE_FOLDER = 0o755;

/**
 * Runs initdb in the cluster's folder. PostgreSQL itself needs no name for its user, but initdb
 * does: if there is none, nss_wrapper supplies one, as in the official image of PostgreSQL. Throws
 * DatabaseUnfit if it is not installed.
 */
export async function runInitdb(cluster: Cluster, nssWrapper: string = NSS_WRAPPER): Promise<void> {
  try {
    await initdb(cluster, {});
  } catch (error) {
    const uid = namelessUserOf(error);
    if (uid === undefined) throw error;
    await initdbWithName(cluster, { uid, nssWrapper });
  }
}

async function initdbWithName(
  cluster: Cluster,
  { uid, nssWrapper }: { readonly uid: string; readonly nssWrapper: string },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-user-'));
  try {
    chmodSync(folder, READABLE_FOLDER);
    const [passwd, group] = [join(folder, 'passwd'), join(folder, 'group')];
    const gid = String(cluster.user?.gid ?? process.getgid?.());
    writeFileSync(passwd, `${CLUSTER_NAME}:x:${uid}:${gid}:::\n`);
    writeFileSync(group, `${CLUSTER_NAME}:x:${gid}:\n`);
    await initdb(cluster, {
      LD_PRELOAD: nssWrapper,
      NSS_WRAPPER_PASSWD: passwd,
      NSS_WRAPPER_GROUP: group,
    });
  } catch (error) {
    if (namelessUserOf(error) === undefined) throw error;
    throw new DatabaseUnfit(
      `PostgreSQL can't create its database, because the user with the number ${uid} has no name ` +
        'in /etc/passwd. Start Halyard as a user that has one, install the package ' +
        'libnss-wrapper, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function initdb(cluster: Cluster, environment: NodeJS.ProcessEnv): Promise<void> {
  await promisify(execFile)(
    join(cluster.binaries.folder, 'bin', 'initdb'),
    [
      '-D',
      pathForPrograms(cluster),
      `--username=${CLUSTER_NAME}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-instructions',
    ],
    {
      cwd: cluster.directory,
      env: { ...environmentForPrograms(), ...environment },
      timeout: TIMEOUT_MS,
      ...cluster.user,
    },
  );
}

function namelessUserOf(error: unknown): string | undefined {
  return NAMELESS.exec((error as { readonly stderr?: string }).stderr ?? '')?.[1];
}
