// The folder of the embedded cluster. It is built beside its place and moved there when complete,
// so a killed first start leaves nothing incomplete.
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { operatorCommand } from '#platform/launch/launch.ts';
import { Outage } from '#platform/outage/outage.ts';

import { DatabaseUnfit } from '../failure.ts';
import type { Cluster } from './cluster.ts';
import { giveTree } from './database-user.ts';
import { runInitdb } from './initdb.ts';

const VERSION = 'PG_VERSION';
const PRIVATE_FOLDER = 0o700;
/** The folder of PGlite, the embedded database of earlier versions. */
const FORMER_FOLDER = 'database';

/** Returns whether a folder contains a database, even one that this version can't open. */
export function hasCluster(directory: string): boolean {
  return existsSync(directory) || existsSync(formerFolderOf(directory));
}

/** Creates the cluster unless it exists. The caller holds the folder's lock. */
export async function makeCluster(cluster: Cluster): Promise<void> {
  const { directory, binaries, user } = cluster;
  removeDrafts(directory);
  assertUsable(directory, binaries.major);
  if (existsSync(join(directory, VERSION))) {
    // The folder is made private, because PostgreSQL rejects one that others can enter, which a
    // restored copy may be.
    chmodSync(directory, PRIVATE_FOLDER);
    if (user !== undefined && statSync(directory).uid !== user.uid) giveTree(directory, user);
    return;
  }
  const draft = mkdtempSync(`${directory}.initializing-`);
  try {
    if (user !== undefined) chownSync(draft, user.uid, user.gid);
    await runInitdb({ ...cluster, directory: draft });
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error instanceof DatabaseUnfit) throw error;
    const message = `The database can't be made in ${dirname(directory)}: ${reasonOf(error)}. Is there room?`;
    throw new Outage('database', message, { cause: error });
  }
  // The rename replaces only an empty folder; other contents are not ours.
  renameSync(draft, directory);
  syncFolder(dirname(directory));
}

function assertUsable(directory: string, major: string): void {
  const former = formerFolderOf(directory);
  if (existsSync(join(former, VERSION))) {
    throw new DatabaseUnfit(
      `${former} holds the embedded database of an earlier version. ${wayOver('that earlier version')}`,
    );
  }
  const path = join(directory, VERSION);
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : major;
  if (found === major) return;
  throw new DatabaseUnfit(
    `${directory} was written by PostgreSQL ${found}, and this version of Halyard brings ${major}. ` +
      `${wayOver('the version of Halyard that wrote it')}`,
  );
}

function formerFolderOf(directory: string): string {
  return join(dirname(directory), FORMER_FOLDER);
}

function wayOver(writer: string): string {
  return (
    `With ${writer}, run '${operatorCommand('backup FILE')}'. Then move DATA_DIR away, and with this ` +
    `version run '${operatorCommand('restore FILE')}'. Nothing was changed.`
  );
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string };
  const lines = (stderr ?? '').split('\n').filter((line) => line.includes('error:'));
  return lines.at(-1)?.replace(/^.*error: /, '') ?? String(message).split('\n', 1)[0] ?? '';
}

function removeDrafts(directory: string): void {
  const parent = dirname(directory);
  const start = `${basename(directory)}.initializing`;
  for (const name of readdirSync(parent).filter((one) => one.startsWith(start))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // The error is ignored: an initdb of a killed start can still write to the folder, and the
      // next start removes it.
    }
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
