import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** What the audit log takes for a name. */
const USER_NAME = /^[\w.@-]{1,64}$/;
/** What Linux has for "nobody signed in", as in a container. */
const NOBODY = '4294967295';
const WHOLE_NUMBER = /^\d+$/;
const LOOKUP_TIMEOUT_MS = 2_000;

/** Where the user of this process is read from. */
export type UserSource = {
  readonly userInfo: () => { readonly username: string };
  /** The user who signed in to the machine; `sudo` and `su` leave it as it is. Throws where the system keeps none. */
  readonly readLoginUid: () => string;
  /** /etc/passwd. */
  readonly readUsers: () => string;
};

const SYSTEM: UserSource = {
  userInfo,
  readLoginUid: () => readFileSync('/proc/self/loginuid', 'utf8'),
  readUsers: () => readFileSync('/etc/passwd', 'utf8'),
};

/** Where the name of any user is looked up. */
export type NameSource = {
  /** /etc/passwd. */
  readonly readUsers: () => Promise<string>;
  /** Asks the system, which knows those of a directory service too. */
  readonly ask: (uid: number) => Promise<string>;
};

export const SYSTEM_NAMES: NameSource = {
  readUsers: async () => await readFile('/etc/passwd', 'utf8'),
  ask: async (uid) => {
    const options = { timeout: LOOKUP_TIMEOUT_MS };
    return (await promisify(execFile)('id', ['-un', String(uid)], options)).stdout.trim();
  },
};

/**
 * Who this process acts for where no server says it: the person who signed in to the machine,
 * whichever user they are by `sudo`, so that one person is not two. By number where the system has
 * no name for them, as in many a container, or none that is fit to be kept.
 */
export function readUserName(source: UserSource = SYSTEM): string {
  const loginUid = findLoginUid(source);
  if (loginUid !== undefined) {
    return fitName(() => nameOf(source.readUsers(), loginUid)) ?? `uid-${loginUid}`;
  }
  return fitName(() => source.userInfo().username) ?? `uid-${process.getuid?.() ?? 'unknown'}`;
}

/** The name of the user with this id, by number where the system has none that is fit to be kept. */
export async function findUserName(
  uid: number,
  source: NameSource = SYSTEM_NAMES,
): Promise<string> {
  const users = await source.readUsers().catch(() => '');
  const listed = nameOf(users, String(uid));
  const name = listed === '' ? await source.ask(uid).catch(() => '') : listed;
  return USER_NAME.test(name) ? name : `uid-${uid}`;
}

function findLoginUid({ readLoginUid }: UserSource): string | undefined {
  try {
    const text = readLoginUid().trim();
    return WHOLE_NUMBER.test(text) && text !== NOBODY ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Rows are name:password:uid:… */
function nameOf(users: string, uid: string): string {
  const row = users.split('\n').find((line) => line.split(':')[2] === uid);
  return row?.split(':')[0] ?? '';
}

function fitName(read: () => string): string | undefined {
  try {
    const name = read();
    return USER_NAME.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
