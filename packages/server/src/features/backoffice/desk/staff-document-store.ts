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
  readonly version: number;
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
    .select(['staff.id', 'staff.name', 'staff_documents.version', 'staff_documents.document'])
    .where('staff_documents.name', '=', name)
    .where('staff.disabled_at', 'is', null)
    .where(({ or, eb }) => or([eb('staff.id', '=', staffId), SHARES_A_VIEW]))
    .orderBy((eb) => eb('staff.id', '=', staffId), 'desc')
    .orderBy('staff.id')
    .limit(MEMBERS_MAX)
    .execute();
  return rows.map(({ id, name: staffName, ...row }) => ({ staffId: id, staffName, ...row }));
}

/**
 * Replaces the document if it still has this version; 0: it was never saved. Returns the new
 * version; undefined if it was saved meanwhile.
 */
export async function putStaffDocument(
  db: Kysely<object>,
  put: {
    readonly staffId: number;
    readonly name: 'lists';
    readonly version: number;
    readonly document: unknown;
    readonly atMs: number;
  },
): Promise<number | undefined> {
  const { staffId, name, version } = put;
  const values = {
    version: version + 1,
    document: JSON.stringify(put.document),
    saved_at: new Date(put.atMs),
  };
  const tables = db.withTables<DocumentTables>();
  const saved =
    version === 0
      ? await tables
          .insertInto('staff_documents')
          .values({ staff_id: staffId, name, ...values })
          .onConflict((conflict) => conflict.columns(['staff_id', 'name']).doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tables
          .updateTable('staff_documents')
          .set(values)
          .where('staff_id', '=', staffId)
          .where('name', '=', name)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  return saved?.version;
}
