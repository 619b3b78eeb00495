import { randomBytes } from 'node:crypto';

const PASSWORD_BYTES = 15;

/** Creates an initial password, which is shown once. */
export function createPassword(): string {
  return randomBytes(PASSWORD_BYTES).toString('base64url');
}
