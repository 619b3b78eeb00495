import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type SubmissionTables = { content_submissions: Narrow<'content_submissions', { data: string }> };

const LISTED_MAX = 50;
const PURGE_ROWS_MAX = 1000;

export type Submission = {
  readonly id: number;
  readonly form: string;
  readonly data: Readonly<Record<string, string>>;
  readonly atMs: number;
};

export async function insertSubmission(
  db: Kysely<object>,
  { form, data, atMs }: Omit<Submission, 'id'>,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('content_submissions')
    .values({
      form,
      data: JSON.stringify(data),
      created_at: new Date(atMs),
      done_at: null,
      done_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the submissions, newest first, at most LISTED_MAX. */
export async function listSubmissions(db: Kysely<object>): Promise<readonly Submission[]> {
  const rows = await tables(db)
    .selectFrom('content_submissions')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    form: row.form,
    // The driver has already parsed the JSON.
    data: row.data as unknown as Submission['data'],
    atMs: row.created_at.getTime(),
  }));
}

/** Marks a submission as handled; false if there is none, or it was handled before. */
export async function markSubmissionDone(
  db: Kysely<object>,
  { id, by, atMs }: { readonly id: number; readonly by: string; readonly atMs: number },
): Promise<boolean> {
  const marked = await tables(db)
    .updateTable('content_submissions')
    .set({ done_at: new Date(atMs), done_by: by })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returning('id')
    .execute();
  return marked.length > 0;
}

/** Marks a handled submission as open again; false if it is open. */
export async function reopenSubmission(db: Kysely<object>, id: number): Promise<boolean> {
  const reopened = await tables(db)
    .updateTable('content_submissions')
    .set({ done_at: null, done_by: null })
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .returning('id')
    .execute();
  return reopened.length > 0;
}

/** Deletes old submissions, at most PURGE_ROWS_MAX at a time. */
export async function deleteSubmissionsBefore(db: Kysely<object>, beforeMs: number): Promise<void> {
  const old = tables(db)
    .selectFrom('content_submissions')
    .select('id')
    .where('created_at', '<', new Date(beforeMs))
    .limit(PURGE_ROWS_MAX);
  await tables(db).deleteFrom('content_submissions').where('id', 'in', old).execute();
}

function tables(db: Kysely<object>): Kysely<SubmissionTables> {
  return db.withTables<SubmissionTables>();
}
