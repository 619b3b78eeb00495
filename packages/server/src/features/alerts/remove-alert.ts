import { ok, refused } from '#platform/http/http.ts';
import type { Answer } from '#platform/http/http.ts';
import { deleteAlert } from './alert-store.ts';
import type { CreateDeps } from './create-alert.ts';

/** Deletes a pending or reached alert of the customer. */
export async function removeAlert(
  { db, watch }: Pick<CreateDeps, 'db' | 'watch'>,
  alert: { readonly customerId: number; readonly id: number },
): Promise<Answer<Record<string, never>>> {
  const removed = await deleteAlert(db.kysely, alert);
  if (removed === undefined) return refused({ code: 'not-found' });
  watch.remove(removed);
  return ok({});
}
