import { sealOwner } from './check-second-factor.ts';
import { sealOwnerOf } from './judge-totp.ts';
import { createSeal } from './seal.ts';
import type { Subject } from './session-store.ts';

/**
 * Returns whether the secret of an authenticator app was encrypted for this subject with this key.
 */
export function opensTotp(
  key: Buffer,
  { subject, sealed }: { readonly subject: Subject; readonly sealed: string },
): boolean {
  const owner = subject.kind === 'customer' ? sealOwner(subject.id) : sealOwnerOf(subject);
  try {
    createSeal(key).open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
