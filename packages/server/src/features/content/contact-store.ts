import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type ContactTables = Pick<Tables, 'contact_messages'>;

const LISTED_MAX = 50;
const PURGE_ROWS_MAX = 1000;

export type ContactMessage = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  readonly atMs: number;
};

export async function insertContactMessage(
  db: Kysely<object>,
  message: ContactMessage,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('contact_messages')
    .values({
      first_name: message.firstName,
      last_name: message.lastName,
      email: message.email,
      phone: message.phone,
      message: message.message,
      created_at: new Date(message.atMs),
      done_at: null,
      done_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the contact messages, newest first, at most LISTED_MAX. */
export async function listContactMessages(
  db: Kysely<object>,
): Promise<readonly (ContactMessage & { readonly id: number })[]> {
  const rows = await tables(db)
    .selectFrom('contact_messages')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    message: row.message,
    atMs: row.created_at.getTime(),
  }));
}

/** Marks a message as handled; false if there is none, or it was handled before. */
export async function markContactMessageDone(
  db: Kysely<object>,
  { id, by, atMs }: { readonly id: number; readonly by: string; readonly atMs: number },
): Promise<boolean> {
  const marked = await tables(db)
    .updateTable('contact_messages')
    .set({ done_at: new Date(atMs), done_by: by })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning('id')
    .execute();
  return marked.length > 0;
}

/** Marks a handled message as open again; false if it is open. */
export async function reopenContactMessage(db: Kysely<object>, id: number): Promise<boolean> {
  const reopened = await tables(db)
    .updateTable('contact_messages')
    .set({ done_at: null, done_by: null })
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .returning('id')
    .execute();
  return reopened.length > 0;
}

/** Deletes old messages, at most PURGE_ROWS_MAX rows at a time. */
export async function deleteContactMessagesBefore(
  db: Kysely<object>,
  beforeMs: number,
): Promise<void> {
  const old = tables(db)
    .selectFrom('contact_messages')
    .select('id')
    .where('created_at', '<', new Date(beforeMs))
    .limit(PURGE_ROWS_MAX);
  await tables(db).deleteFrom('contact_messages').where('id', 'in', old).execute();
}

function tables(db: Kysely<object>): Kysely<ContactTables> {
  return db.withTables<ContactTables>();
}
