import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type DocumentTables = Pick<Tables, 'staff_documents' | 'staff'>;

/** How many members' documents are read, as many as the list of staff shows. */
const MEMBERS_MAX = 500;

type StaffDocument = {
  readonly staffId: number;
  readonly staffName: string;
  readonly document: unknown;
};

/** The documents of this name of all members who are not disabled. */
export async function listStaffDocuments(
  db: Kysely<object>,
  name: 'lists',
): Promise<readonly StaffDocument[]> {
  const rows = await db
    .withTables<DocumentTables>()
    .selectFrom('staff_documents')
    .innerJoin('staff', 'staff.id', 'staff_documents.staff_id')
    .select(['staff.id', 'staff.name', 'staff_documents.document'])
    .where('staff_documents.name', '=', name)
    .where('staff.disabled_at', 'is', null)
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
