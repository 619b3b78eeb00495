// Messages of visitors, which staff mark as handled: from the contact form, and from the forms of
// the content.
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

export type Inbox = 'contact_messages' | 'content_submissions';

const PURGE_ROWS_MAX = 1000;

/** Marks a message as handled; false if there is none, or it was handled before. */
export async function markHandled(
  db: Kysely<object>,
  inbox: Inbox,
  { id, by, atMs }: { readonly id: number; readonly by: string; readonly atMs: number },
): Promise<boolean> {
  const marked = await tables(db)
    .updateTable(inbox)
    .set({ done_at: new Date(atMs), done_by: by })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return marked.numUpdatedRows > 0n;
}

/** Marks a handled message as open again; false if it is open. */
export async function reopen(db: Kysely<object>, inbox: Inbox, id: number): Promise<boolean> {
  const reopened = await tables(db)
    .updateTable(inbox)
    .set({ done_at: null, done_by: null })
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .executeTakeFirst();
  return reopened.numUpdatedRows > 0n;
}

/** Deletes old messages, at most PURGE_ROWS_MAX rows at a time. */
export async function deleteReceivedBefore(
  db: Kysely<object>,
  inbox: Inbox,
  beforeMs: number,
): Promise<void> {
  const old = tables(db)
    .selectFrom(inbox)
    .select('id')
    .where('created_at', '<', new Date(beforeMs))
    .limit(PURGE_ROWS_MAX);
  await tables(db).deleteFrom(inbox).where('id', 'in', old).execute();
}

function tables(db: Kysely<object>): Kysely<Pick<Tables, Inbox>> {
  return db.withTables<Pick<Tables, Inbox>>();
}
