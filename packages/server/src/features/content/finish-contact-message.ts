import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markContactMessageDone, reopenContactMessage } from './contact-store.ts';

/** Marks a contact message as handled, or as open again; false if it already was. */
export async function finishContactMessage(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  {
    id,
    by,
    isDone = true,
  }: { readonly id: number; readonly by: string; readonly isDone?: boolean },
): Promise<boolean> {
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    const isChanged = isDone
      ? await markContactMessageDone(tx, { id, by, atMs })
      : await reopenContactMessage(tx, id);
    if (!isChanged) return false;
    const action = isDone ? 'contact.done' : 'contact.reopen';
    await recordAudit(tx, atMs, { actor: by, action, subject: `contact:${id}` });
    return true;
  });
}
