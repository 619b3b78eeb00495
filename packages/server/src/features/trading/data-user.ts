import type { DataUser } from '@halyard/contract/trading';
import type * as z from 'zod/mini';

/** Who a command says it is for: nothing, a token or a uniqid, or an object with either or both. */
type SentDataUser = z.infer<typeof DataUser>;

export type Owner = { readonly token: string; readonly uniqid: string };

/**
 * Whether a command's `dataUser` names the one who sent it. Absent it does; an object that names
 * somebody else anywhere, or nobody at all, does not.
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
