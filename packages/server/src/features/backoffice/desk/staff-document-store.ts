import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type DocumentTables = Pick<Tables, 'staff_documents' | 'staff'>;

/** How many members' documents are read, as many as the list of staff shows. */
const MEMBERS_MAX = 500;

const SHARES_A_VIEW = sql<boolean>`staff_documents.document @> '{"views": [{"shared": true}]}'`;

type StaffDocument = {
  readonly staffId: number;
  readonly staffName: string;
  readonly document: unknown;
};

/**
 * Returns the member's own document, first, and those with a shared view of members who are not
 * disabled.
 */
export async function listStaffDocuments(
  db: Kysely<object>,
  { staffId, name }: { readonly staffId: number; readonly name: 'lists' },
): Promise<readonly StaffDocument[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('staff_documents')
    .innerJoin('staff', 'staff.id', 'staff_documents.staff_id')
    .select(['staff.id', 'staff.name', 'staff_documents.document'])
    .where('staff_documents.name', '=', name)
    .where('staff.disabled_at', 'is', null)
    .where(({ or, eb }) => or([eb('staff.id', '=', staffId), SHARES_A_VIEW]))
    .orderBy((eb) => eb('staff.id', '=', staffId), 'desc')
    .orderBy('staff.id')
    .limit(MEMBERS_MAX)
    .execute();
  return rows.map((row) => ({ staffId: row.id, staffName: row.name, document: row.document }));
}

export async function putStaffDocument(
  db: Kysely<object>,
  put: {
    readonly staffId: number;
    readonly name: 'lists';
    readonly document: unknown;
    readonly atMs: number;
  },
): Promise<void> {
  const values = { document: JSON.stringify(put.document), saved_at: new Date(put.atMs) };
  await db
    .withTables<DocumentTables>()
    .insertInto('staff_documents')
    .values({ staff_id: put.staffId, name: put.name, ...values })
    .onConflict((conflict) => conflict.columns(['staff_id', 'name']).doUpdateSet(values))
    .execute();
}
