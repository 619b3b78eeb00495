import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';

/** The names that the audit log accepts. */
const USER_NAME = /^[\w.@-]{1,64}$/;
/** Linux's value for "nobody signed in", as in a container. */
const NOBODY = '4294967295';
const WHOLE_NUMBER = /^\d+$/;
const LOOKUP_TIMEOUT_MS = 2_000;

/** The sources for the user of this process. */
export type UserSource = {
  readonly userInfo: () => { readonly username: string };
  /**
   * The user who signed in to the machine; `sudo` and `su` keep it. Throws if the system has none.
   */
  readonly readLoginUid: () => string;
  /** Returns the contents of /etc/passwd. */
  readonly readUsers: () => string;
};

const SYSTEM: UserSource = {
  userInfo,
  readLoginUid: () => readFileSync('/proc/self/loginuid', 'utf8'),
  readUsers: () => readFileSync('/etc/passwd', 'utf8'),
};

/** The source for any user's name. */
export type NameSource = {
  /** Returns the contents of /etc/passwd. */
  readonly readUsers: () => Promise<string>;
  /** Asks the system, which also knows users of a directory service. */
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
 * Returns whom this process acts for if no server says so: the person who signed in to the machine,
 * whichever user they are by `sudo`, so that one person is not two. A number if the system has no
 * valid name, as in many containers.
 */
export function readUserName(source: UserSource = SYSTEM): string {
  const loginUid = findLoginUid(source);
  if (loginUid !== undefined) {
    return fitName(() => nameOf(source.readUsers(), loginUid)) ?? `uid-${loginUid}`;
  }
  return fitName(() => source.userInfo().username) ?? `uid-${process.getuid?.() ?? 'unknown'}`;
}

/** Returns the name of the user with this id; the number if the system has no valid name. */
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

/** Returns the name in a row of the form name:password:uid:…. */
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
