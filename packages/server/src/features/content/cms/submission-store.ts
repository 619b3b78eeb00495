import type { Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';

type SubmissionTables = { content_submissions: Narrow<'content_submissions', { data: string }> };

const LISTED_MAX = 50;

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

function tables(db: Kysely<object>): Kysely<SubmissionTables> {
  return db.withTables<SubmissionTables>();
}
