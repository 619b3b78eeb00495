import type { DocumentKind } from '@halyard/contract/documents';
import { sql, type Kysely } from 'kysely';
import type { Database, Narrow, Tables } from '#platform/db/db.ts';
import { endOfNotice } from './expiry-stage.ts';
import type { DocumentFormat } from './judge-file.ts';

export type DocumentStatus = 'processing' | 'approved' | 'rejected';

export type StoredDocument = {
  readonly id: number;
  readonly customerId: number;
  readonly kind: DocumentKind;
  readonly status: DocumentStatus;
  readonly note: string;
  readonly format: DocumentFormat;
  readonly bytes: number;
  readonly fileId: string;
  readonly keyName: string;
  readonly uploadedAtMs: number;
  /** The last day on which it is valid, such as '2031-05-17'; null if staff recorded none. */
  readonly expiresOn: string | null;
};

type DocumentsTables = {
  documents: Narrow<
    'documents',
    { kind: DocumentKind; status: DocumentStatus; format: DocumentFormat }
  >;
  document_views: Tables['document_views'];
};

/**
 * The unique constraint that a second document of one kind and customer violates that waits, or that
 * is approved and not replaced.
 */
export const STANDING_CONSTRAINT = 'documents_standing';

/** Locks the customer's documents until the caller's transaction ends. */
export async function lockDocuments(tx: Kysely<object>, customerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${customerId}`}, 0))`.execute(
    tx,
  );
}

export async function insertDocument(
  db: Kysely<object>,
  document: Omit<StoredDocument, 'id' | 'status' | 'note' | 'expiresOn'>,
): Promise<number> {
  const { id } = await tables(db)
    .insertInto('documents')
    .values({
      customer_id: document.customerId,
      kind: document.kind,
      status: 'processing',
      format: document.format,
      bytes: document.bytes,
      file_id: document.fileId,
      key_name: document.keyName,
      uploaded_at: new Date(document.uploadedAtMs),
      judged_at: null,
      judged_by: null,
      expires_on: null,
      expiry: null,
      replaced_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns the kinds of which a customer can send no other document: one waits, or is approved and
 * valid for more than the notice period.
 */
export async function listStandingKinds(
  db: Kysely<object>,
  { customerId, nowMs }: { readonly customerId: number; readonly nowMs: number },
): Promise<readonly DocumentKind[]> {
  const rows = await tables(db)
    .selectFrom('documents')
    .select('kind')
    .where('customer_id', '=', customerId)
    .where('status', '<>', 'rejected')
    .where('replaced_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('expires_on', 'is', null), eb('expires_on', '>', endOfNotice(nowMs))]),
    )
    .execute();
  return rows.map((row) => row.kind);
}

export async function countDocumentsSince(
  db: Kysely<object>,
  customerId: number,
  sinceMs: number,
): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('uploaded_at', '>', new Date(sinceMs))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findDocument(
  db: Kysely<object>,
  id: number,
): Promise<StoredDocument | undefined> {
  const row = await selectDocuments(db).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Returns the oldest pending documents, or those of a customer, newest first. */
export async function listDocuments(
  db: Kysely<object>,
  { customerId, limit }: { readonly customerId: number | undefined; readonly limit: number },
): Promise<readonly StoredDocument[]> {
  const chosen =
    customerId === undefined
      ? selectDocuments(db).where('status', '=', 'processing').orderBy('id')
      : selectDocuments(db).where('customer_id', '=', customerId).orderBy('id', 'desc');
  return (await chosen.limit(limit).execute()).map(fromRow);
}

export type DocumentView = { readonly id: number; readonly by: string };

/** Records that a person viewed a document; only the first view is kept. */
export async function saveView(
  db: Kysely<object>,
  { id, by, atMs }: DocumentView & { readonly atMs: number },
): Promise<void> {
  await tables(db)
    .insertInto('document_views')
    .values({ document_id: id, viewed_by: by, viewed_at: new Date(atMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function isViewed(db: Kysely<object>, { id, by }: DocumentView): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('document_views')
    .select('document_id')
    .where('document_id', '=', id)
    .where('viewed_by', '=', by)
    .executeTakeFirst();
  return row !== undefined;
}

export type Judgement = {
  readonly status: 'approved' | 'rejected';
  readonly note: string;
  readonly expiresOn: string | null;
  readonly by: string;
  readonly atMs: number;
};

/** Stores a review; false if the document was already reviewed. */
export async function saveJudgement(
  db: Kysely<object>,
  id: number,
  judgement: Judgement,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('documents')
    .set({
      status: judgement.status,
      note: judgement.note,
      expires_on: judgement.expiresOn,
      judged_by: judgement.by,
      judged_at: new Date(judgement.atMs),
    })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Returns the file ids of documents, after this one. */
export async function listFilesAfter(
  db: Kysely<object>,
  { fileId, limit }: { readonly fileId: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await tables(db)
    .selectFrom('documents')
    .select('file_id')
    .where('file_id', '>', fileId)
    .orderBy('file_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.file_id);
}

export async function deleteDocument(db: Kysely<object>, id: number): Promise<void> {
  await tables(db).deleteFrom('documents').where('id', '=', id).execute();
}

/** Returns which of these files have a document. */
export async function listKnownFiles(
  db: Kysely<object>,
  fileIds: readonly string[],
): Promise<readonly string[]> {
  if (fileIds.length === 0) return [];
  const rows = await tables(db)
    .selectFrom('documents')
    .select('file_id')
    .where('file_id', 'in', fileIds)
    .execute();
  return rows.map((row) => row.file_id);
}

/**
 * Replaces a document's file and key; false if the document has another file by now, or does not
 * exist.
 */
export async function replaceFile(
  { query }: Pick<Database, 'query'>,
  replaced: {
    readonly id: number;
    readonly oldFileId: string;
    readonly fileId: string;
    readonly keyName: string;
  },
): Promise<boolean> {
  const { id, oldFileId, fileId, keyName } = replaced;
  const rows = await query(
    `update documents set file_id = $1, key_name = $2 where id = $3 and file_id = $4 returning id`,
    [fileId, keyName, id, oldFileId],
  );
  return rows.length > 0;
}

function tables(db: Kysely<object>): Kysely<DocumentsTables> {
  return db.withTables<DocumentsTables>();
}

function selectDocuments(db: Kysely<object>) {
  return tables(db)
    .selectFrom('documents')
    .select([
      'id',
      'customer_id',
      'kind',
      'status',
      'note',
      'format',
      'bytes',
      'file_id',
      'key_name',
      'uploaded_at',
      sql<string | null>`expires_on::text`.as('expires_on'),
    ]);
}

type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>['execute']>>[number];

function fromRow(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    customerId: row.customer_id,
    kind: row.kind,
    status: row.status,
    note: row.note,
    format: row.format,
    bytes: row.bytes,
    fileId: row.file_id,
    keyName: row.key_name,
    uploadedAtMs: row.uploaded_at.getTime(),
    expiresOn: row.expires_on,
  };
}
