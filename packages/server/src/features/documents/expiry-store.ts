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

/**
 * Sets another expiry of a current document, whose stages begin again. Returns the document;
 * undefined if it is not current, or a newer one waits.
 */
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('documents as newer')
            .select('newer.id')
            .whereRef('newer.customer_id', '=', 'documents.customer_id')
            .whereRef('newer.kind', '=', 'documents.kind')
            .where('newer.status', '=', 'processing'),
        ),
      ),
    )
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

/**
 * Marks the approved document as replaced by a newer one that still waits and is approved next in
 * the same transaction. Call it with the customer locked.
 */
export async function replaceApproved(
  tx: Kysely<object>,
  { id, customerId, kind }: Pick<ExpiringDocument, 'id' | 'customerId' | 'kind'>,
  atMs: number,
): Promise<void> {
  await tables(tx)
    .updateTable('documents')
    .set({ replaced_at: new Date(atMs), expiry_open: false })
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .where('status', '=', 'approved')
    .where('replaced_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('documents as newer')
          .select('newer.id')
          .where('newer.id', '=', id)
          .where('newer.status', '=', 'processing'),
      ),
    )
    .execute();
}

/** Returns whether a document still has this expiry and was not replaced. */
export async function isCurrent(
  tx: Kysely<object>,
  { id, expiresOn }: ExpiringDocument,
): Promise<boolean> {
  const row = await tables(tx)
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('expires_on', '=', expiresOn)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

const EXPIRES_ON = sql<string>`expires_on::text`.as('expires_on');

function tables(db: Kysely<object>): Kysely<ExpiryTables> {
  return db.withTables<ExpiryTables>();
}
