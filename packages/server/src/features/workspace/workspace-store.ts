import { WORKSPACE_DOCUMENTS } from '@halyard/contract/workspace';
import type { WorkspaceDocument } from '@halyard/contract/workspace';
import type { AccountKind } from '@halyard/contract/practice/practice';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#platform/db/db.ts';

type WorkspaceTables = { workspace_documents: Tables['workspace_documents'] };

export type StoredDocument = {
  readonly name: WorkspaceDocument;
  readonly version: number;
  readonly document: unknown;
};

/** One of the two trading screens of a customer. */
export type Screen = { readonly customerId: number; readonly environment: AccountKind };

export async function listDocuments(
  db: Kysely<object>,
  { customerId, environment }: Screen,
): Promise<readonly StoredDocument[]> {
  const rows = await db
    .withTables<WorkspaceTables>()
    .selectFrom('workspace_documents')
    .select(['name', 'version', 'document'])
    .where('customer_id', '=', customerId)
    .where('environment', '=', environment)
    .execute();
  return rows.flatMap(({ name, ...row }) => {
    const known = WORKSPACE_DOCUMENTS.find((one) => one === name);
    return known === undefined ? [] : [{ name: known, ...row }];
  });
}

/** Returns a document as it was saved; undefined for one that was never saved. */
export async function findDocument(
  db: Kysely<object>,
  { customerId, environment }: Screen,
  name: WorkspaceDocument,
): Promise<unknown> {
  const row = await db
    .withTables<WorkspaceTables>()
    .selectFrom('workspace_documents')
    .select('document')
    .where('customer_id', '=', customerId)
    .where('environment', '=', environment)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.document;
}

/** Locks the documents of a screen until the transaction ends, also those never saved yet. */
export async function holdDocuments(
  tx: Kysely<object>,
  { customerId, environment }: Screen,
): Promise<void> {
  const name = `workspace:${environment}:${customerId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Replaces a document and returns its new version. */
export async function putDocument(
  db: Kysely<object>,
  put: Screen & {
    readonly name: WorkspaceDocument;
    readonly document: unknown;
    readonly atMs: number;
  },
): Promise<number> {
  const document = JSON.stringify(put.document);
  const { rows } = await sql<{ version: number }>`
    insert into workspace_documents (customer_id, environment, name, version, document, saved_at)
    values (${put.customerId}, ${put.environment}, ${put.name}, 1, ${document},
      ${new Date(put.atMs)})
    on conflict (customer_id, environment, name) do update
      set version = workspace_documents.version + 1,
        document = excluded.document,
        saved_at = excluded.saved_at
    returning version`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('saving a document returns its version');
  return row.version;
}

/** Deletes the documents of a customer whose account is closed. */
export async function deleteDocumentsOf(db: Kysely<object>, customerId: number): Promise<void> {
  await db
    .withTables<WorkspaceTables>()
    .deleteFrom('workspace_documents')
    .where('customer_id', '=', customerId)
    .execute();
}
