import { sql } from 'kysely';
import type { Kysely, Selectable } from 'kysely';
import type { EXPORT_STATES } from '@halyard/contract/own-data';
import type { Narrow } from '#platform/db/db.ts';

export type ExportState = (typeof EXPORT_STATES)[number];

export type StoredExport = {
  readonly id: string;
  readonly customerId: number;
  readonly state: ExportState;
  readonly requestedAtMs: number;
  readonly sectionsDone: number;
  readonly sections: number;
  readonly readyAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly bytes: number;
  readonly partIds: readonly string[];
  readonly keyName: string;
};

type ExportTables = {
  data_exports: Narrow<'data_exports', { state: ExportState; part_ids: readonly string[] }>;
};

/** The unique constraint that a second concurrent export of one customer violates. */
export const UNDER_WAY_CONSTRAINT = 'data_exports_under_way';
const ERASED_AT_ONCE_MAX = 200;

export async function insertExport(
  db: Kysely<object>,
  wanted: Pick<StoredExport, 'id' | 'customerId' | 'requestedAtMs' | 'sections' | 'keyName'>,
): Promise<void> {
  await tables(db)
    .insertInto('data_exports')
    .values({
      id: wanted.id,
      customer_id: wanted.customerId,
      state: 'waiting',
      requested_at: new Date(wanted.requestedAtMs),
      sections: wanted.sections,
      key_name: wanted.keyName,
    })
    .execute();
}

export async function findLatestExport(
  db: Kysely<object>,
  customerId: number,
): Promise<StoredExport | undefined> {
  const row = await tables(db)
    .selectFrom('data_exports')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function findExport(
  db: Kysely<object>,
  id: string,
): Promise<StoredExport | undefined> {
  const row = await tables(db)
    .selectFrom('data_exports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Stores the progress; false if the export was cancelled. */
export async function noteProgress(
  db: Kysely<object>,
  id: string,
  sectionsDone: number,
): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('data_exports')
    .set({ state: 'making', sections_done: sectionsDone })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export type ReadyExport = Pick<StoredExport, 'id' | 'customerId' | 'bytes' | 'partIds'> & {
  readonly readyAtMs: number;
  readonly expiresAtMs: number;
};

/**
 * Marks an export as ready; false if it was cancelled. Earlier ready exports become due for
 * deletion.
 */
export async function saveReady(db: Kysely<object>, ready: ReadyExport): Promise<boolean> {
  const readyAt = new Date(ready.readyAtMs);
  await tables(db)
    .updateTable('data_exports')
    .set({ expires_at: readyAt })
    .where('customer_id', '=', ready.customerId)
    .where('state', '=', 'ready')
    .where('expires_at', '>', readyAt)
    .execute();
  const updated = await tables(db)
    .updateTable('data_exports')
    .set(({ ref }) => ({
      state: 'ready',
      sections_done: ref('sections'),
      ready_at: readyAt,
      expires_at: new Date(ready.expiresAtMs),
      bytes: ready.bytes,
      part_ids: sql<readonly string[]>`${JSON.stringify(ready.partIds)}::jsonb`,
    }))
    .where('id', '=', ready.id)
    .where('state', '=', 'making')
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Marks an export as failed; false if it was not in progress. */
export async function markFailed(db: Kysely<object>, id: string): Promise<boolean> {
  const updated = await tables(db)
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'making'])
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Returns a page of expired exports, or all of a customer. */
export async function listErasable(
  db: Kysely<object>,
  which: { readonly atMs: number } | { readonly customerId: number },
): Promise<readonly StoredExport[]> {
  const ready = tables(db)
    .selectFrom('data_exports')
    .selectAll()
    .where('state', '=', 'ready')
    .limit(ERASED_AT_ONCE_MAX);
  const chosen =
    'atMs' in which
      ? ready.where('expires_at', '<=', new Date(which.atMs))
      : ready.where('customer_id', '=', which.customerId);
  return (await chosen.execute()).map(fromRow);
}

export async function markErased(db: Kysely<object>, id: string): Promise<void> {
  await tables(db)
    .updateTable('data_exports')
    .set({ state: 'erased', part_ids: sql<readonly string[]>`'[]'::jsonb` })
    .where('id', '=', id)
    .execute();
}

/** Returns which of these files belong to a ready export. */
export async function listKnownParts(
  db: Kysely<object>,
  partIds: readonly string[],
): Promise<readonly string[]> {
  if (partIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select part.id from data_exports e, jsonb_array_elements_text(e.part_ids) as part (id)
    where e.state = 'ready' and part.id = any(${partIds}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

function tables(db: Kysely<object>): Kysely<ExportTables> {
  return db.withTables<ExportTables>();
}

type ExportRow = Selectable<ExportTables['data_exports']>;

function fromRow(row: ExportRow): StoredExport {
  return {
    id: row.id,
    customerId: row.customer_id,
    state: row.state,
    requestedAtMs: row.requested_at.getTime(),
    sectionsDone: row.sections_done,
    sections: row.sections,
    readyAtMs: row.ready_at?.getTime() ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    bytes: row.bytes,
    partIds: row.part_ids,
    keyName: row.key_name,
  };
}
