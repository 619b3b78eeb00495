import { recordAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { markHandled, reopen } from './inbox-store.ts';
import type { Inbox } from './inbox-store.ts';

/** The names of the messages in the audit log. */
const AUDITED = {
  contact_messages: { action: 'contact', subject: 'contact' },
  content_submissions: { action: 'form', subject: 'form-entry' },
} as const satisfies Record<Inbox, { readonly action: string; readonly subject: string }>;

type Finished = {
  readonly inbox: Inbox;
  readonly id: number;
  readonly actor: string;
  readonly isDone: boolean;
};

/** Marks a message of a visitor as handled, or as open again; false if it already was. */
export async function finishMessage(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { inbox, id, actor, isDone }: Finished,
): Promise<boolean> {
  const atMs = clock.nowMs();
  return await db.kysely.transaction().execute(async (tx) => {
    const isChanged = isDone
      ? await markHandled(tx, inbox, { id, by: actor, atMs })
      : await reopen(tx, inbox, id);
    if (!isChanged) return false;
    const names = AUDITED[inbox];
    const action = `${names.action}.${isDone ? 'done' : 'reopen'}`;
    await recordAudit(tx, atMs, { actor, action, subject: `${names.subject}:${id}` });
    return true;
  });
}
