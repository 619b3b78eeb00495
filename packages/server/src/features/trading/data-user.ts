import type { DataUser } from '@halyard/contract/trading';
import type * as z from 'zod/mini';

/** The user that a command names: nothing, a token or uniqid, or an object with either or both. */
type SentDataUser = z.infer<typeof DataUser>;

export type Owner = { readonly token: string; readonly uniqid: string };

/**
 * Returns whether a command's `dataUser` names its sender. True if absent; false for an object that
 * names somebody else anywhere, or no one.
 */
export function isOwn(dataUser: SentDataUser, owner: Owner): boolean {
  if (dataUser === undefined) return true;
  if (typeof dataUser === 'string') return dataUser === owner.token || dataUser === owner.uniqid;
  const { token, uniqid } = dataUser;
  if (token === undefined && uniqid === undefined) return false;
  return (
    (token === undefined || token === owner.token) &&
    (uniqid === undefined || uniqid === owner.uniqid)
  );
}
