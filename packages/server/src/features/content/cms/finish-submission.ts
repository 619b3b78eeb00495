import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markSubmissionDone } from './submission-store.ts';

/** Marks a submission as handled; false if it already was. */
export async function finishSubmission(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { id, by }: { readonly id: number; readonly by: string },
): Promise<boolean> {
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    if (!(await markSubmissionDone(tx, { id, by, atMs }))) return false;
    await recordAudit(tx, atMs, { actor: by, action: 'form.done', subject: `form-entry:${id}` });
    return true;
  });
}
