// PostgreSQL refuses to run as root. If the program runs as root, its database runs as another
// user; otherwise it runs as the program's own user and no file changes its owner.
import { chownSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { DatabaseUnfit } from '../failure.ts';

export type DatabaseUser = { readonly uid: number; readonly gid: number };

/**
 * The names of the users to try; the first that exists on the machine is used. The operator can
 * create `halyard`.
 */
const NAMES = ['halyard', 'nobody'] as const;
const PASSWORD_FILE = '/etc/passwd';

/**
 * Returns the user to switch to, or undefined if the program's own user runs the database.
 * `directory` holds the cluster and may not exist yet. Throws DatabaseUnfit if this user can't open
 * it.
 */
export function chooseDatabaseUser(directory: string): DatabaseUser | undefined {
  const uid = process.getuid?.();
  const owner = statSync(directory, { throwIfNoEntry: false });
  if (uid !== 0) {
    if (owner === undefined || uid === undefined || owner.uid === uid) return undefined;
    throw new DatabaseUnfit(
      `${directory} belongs to the user with the number ${owner.uid}. Start Halyard as that user or as root.`,
    );
  }
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser();
}

function findUser(): DatabaseUser {
  const lines = readFileSync(PASSWORD_FILE, 'utf8').split('\n');
  const users = new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.split(':')]));
  for (const name of NAMES) {
    const [, , uid, gid] = users.get(name) ?? [];
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new DatabaseUnfit(
    `PostgreSQL can't run as root, and this machine has no user ${NAMES.join(' or ')}. ` +
      'Create the user halyard, start Halyard as an ordinary user, or set DATABASE_URL.',
  );
}

/** Gives a folder and everything below it to the user. */
export function giveTree(path: string, { uid, gid }: DatabaseUser): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTree(join(path, entry.name), { uid, gid });
    else if (entry.isFile()) chownSync(join(path, entry.name), uid, gid);
  }
  chownSync(path, uid, gid);
}
