import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type ContactTables = Pick<Tables, 'contact_messages'>;

const LISTED_MAX = 50;

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

function tables(db: Kysely<object>): Kysely<ContactTables> {
  return db.withTables<ContactTables>();
}
