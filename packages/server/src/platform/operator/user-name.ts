import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { USER_NAME } from './wire.ts';

/** What Linux has for "nobody signed in", as in a container. */
const NOBODY = '4294967295';
const WHOLE_NUMBER = /^\d+$/;

/** Where the user is read from. */
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

/**
 * Who acts, as the audit log names them: the person who signed in to the machine, whichever user
 * they are by `sudo`, so that one person is not two. By number where the system has no name for
 * them, as in many a container, or none that is fit to be kept.
 */
export function readUserName(source: UserSource = SYSTEM): string {
  const loginUid = findLoginUid(source);
  if (loginUid !== undefined) {
    return fitName(() => nameOf(source.readUsers(), loginUid)) ?? `uid-${loginUid}`;
  }
  return fitName(() => source.userInfo().username) ?? `uid-${process.getuid?.() ?? 'unknown'}`;
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
