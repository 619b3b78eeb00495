import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markSubmissionDone, reopenSubmission } from './submission-store.ts';

/** Marks a submission as handled, or as open again; false if it already was. */
export async function finishSubmission(
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
      ? await markSubmissionDone(tx, { id, by, atMs })
      : await reopenSubmission(tx, id);
    if (!isChanged) return false;
    const action = isDone ? 'form.done' : 'form.reopen';
    await recordAudit(tx, atMs, { actor: by, action, subject: `form-entry:${id}` });
    return true;
  });
}
