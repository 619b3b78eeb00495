import type { DocumentKind } from '@halyard/contract/documents';
import { sql, type Kysely } from 'kysely';
import type { Narrow } from '#platform/db/db.ts';
import { endOfNotice } from './expiry-stage.ts';

export type Expiry = 'due' | 'expired';

type ExpiryTables = {
  documents: Narrow<'documents', { kind: DocumentKind }>;
};

export type ExpiringDocument = {
  readonly id: number;
  readonly customerId: number;
  readonly kind: DocumentKind;
  readonly expiresOn: string;
};

/** Returns documents whose expiry has reached a stage that is not recorded, earliest first. */
export async function listExpiring(
  db: Kysely<object>,
  {
    nowMs,
    today,
    limit,
  }: { readonly nowMs: number; readonly today: string; readonly limit: number },
): Promise<readonly ExpiringDocument[]> {
  const rows = await tables(db)
    .selectFrom('documents')
    .select(['id', 'customer_id', 'kind', EXPIRES_ON])
    .where('expires_on', 'is not', null)
    .where('expires_on', '<=', endOfNotice(nowMs))
    .where('replaced_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('expiry', 'is', null), and([eb('expires_on', '<', today), eb('expiry', '=', 'due')])]),
    )
    .orderBy('expires_on')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ customer_id: customerId, expires_on: expiresOn, ...row }) => ({
    ...row,
    customerId,
    expiresOn,
  }));
}

/**
 * Records the stage of an expiry, which then waits for staff. False if it is recorded already, or
 * the document was replaced or got another day meanwhile.
 */
export async function saveExpiry(
  tx: Kysely<object>,
  { id, expiresOn }: ExpiringDocument,
  expiry: Expiry,
): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('documents')
    .set({ expiry, expiry_open: true })
    .where('id', '=', id)
    .where('expires_on', '=', expiresOn)
    .where('replaced_at', 'is', null)
    .where('expiry', 'is distinct from', expiry)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Sets another expiry of a current document, whose stages begin again. Returns the document. */
export async function updateExpiry(
  tx: Kysely<object>,
  id: number,
  expiresOn: string,
): Promise<(ExpiringDocument & { readonly judgedAt: Date | null }) | undefined> {
  const row = await tables(tx)
    .updateTable('documents')
    .set({ expires_on: expiresOn, expiry: null, expiry_open: false })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('replaced_at', 'is', null)
    .returning(['id', 'customer_id', 'kind', 'judged_at'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { customer_id: customerId, judged_at: judgedAt, kind } = row;
  return { id, customerId, kind, judgedAt, expiresOn };
}

/** Takes an expiry off the work list; returns whose document it is. */
export async function closeExpiry(tx: Kysely<object>, id: number): Promise<number | undefined> {
  const row = await tables(tx)
    .updateTable('documents')
    .set({ expiry_open: false })
    .where('id', '=', id)
    .where('expiry_open', '=', true)
    .returning('customer_id')
    .executeTakeFirst();
  return row?.customer_id;
}

/** Marks a document that expires soon, or has expired, as replaced by a newer one. */
export async function replaceExpiring(
  tx: Kysely<object>,
  {
    customerId,
    kind,
    atMs,
  }: { readonly customerId: number; readonly kind: DocumentKind; readonly atMs: number },
): Promise<void> {
  await tables(tx)
    .updateTable('documents')
    .set({ replaced_at: new Date(atMs), expiry_open: false })
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('expires_on', '<=', endOfNotice(atMs))
    .where('replaced_at', 'is', null)
    .execute();
}

const EXPIRES_ON = sql<string>`expires_on::text`.as('expires_on');

function tables(db: Kysely<object>): Kysely<ExpiryTables> {
  return db.withTables<ExpiryTables>();
}
