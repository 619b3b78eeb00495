import { userInfo } from 'node:os';

import { USER_NAME } from './wire.ts';

/**
 * The OS user as the audit log names them: by number where the system has no name for them, as in
 * many a container, or none that is fit to be kept.
 */
export function readUserName(read: () => { readonly username: string } = userInfo): string {
  const number = `uid-${process.getuid?.() ?? 'unknown'}`;
  try {
    const { username } = read();
    return USER_NAME.test(username) ? username : number;
  } catch {
    return number;
  }
}
