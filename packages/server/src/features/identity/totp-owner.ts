import { cipherOwner } from './check-second-factor.ts';
import { cipherOwnerOf } from './judge-totp.ts';
import type { Subject } from './session-store.ts';

/** Returns the text that binds the secret of an authenticator app to its owner. */
export function totpOwner(subject: Subject): string {
  return subject.kind === 'customer' ? cipherOwner(subject.id) : cipherOwnerOf(subject);
}
