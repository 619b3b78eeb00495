import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markContactMessageDone } from './contact-store.ts';

/** Marks a contact message as handled; false if it already was. */
export async function finishContactMessage(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { id, by }: { readonly id: number; readonly by: string },
): Promise<boolean> {
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    if (!(await markContactMessageDone(tx, { id, by, atMs }))) return false;
    await recordAudit(tx, atMs, { actor: by, action: 'contact.done', subject: `contact:${id}` });
    return true;
  });
}
