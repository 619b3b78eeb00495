import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Narrow, Tables } from '#platform/db/db.ts';
import { Field } from './model.ts';
import type { Document, Model } from './model.ts';
import * as z from 'zod/mini';

export type ModelKind = 'collection' | 'singleton' | 'form';

type ContentTables = {
  content_models: Narrow<'content_models', { kind: ModelKind; fields: string }>;
  content_entries: Narrow<'content_entries', { kind: 'collection' | 'singleton'; data: string }>;
  content_versions: Narrow<'content_versions', { data: string }>;
  content_tokens: Tables['content_tokens'];
};

const VERSIONS_LISTED_MAX = 50;
const Fields = z.array(Field);

export async function hasModels(db: Kysely<object>): Promise<boolean> {
  const found = await tables(db).selectFrom('content_models').select('name').limit(1).execute();
  return found.length > 0;
}

export type StoredContent = {
  readonly models: readonly {
    readonly kind: ModelKind;
    readonly name: string;
    readonly sortable: boolean;
    readonly fields: unknown;
  }[];
  /** The stored entries in order; `data` is unparsed JSON. */
  readonly entries: readonly {
    readonly kind: ModelKind;
    readonly model: string;
    readonly id: string;
    readonly data: string;
    readonly created_at: Date;
    readonly modified_at: Date;
  }[];
};

/** Returns a stamp that changes with everything that `readStored` returns. */
export async function readStamp(db: Kysely<object>): Promise<string> {
  const { rows } = await sql<{ readonly stamp: string }>`
    select concat(
      (select md5(string_agg(concat(kind, name, sortable, fields::text), ',' order by kind, name))
        from content_models),
      (select md5(string_agg(concat(id, version, position, modified_at, md5(data::text)), ','
        order by id)) from content_entries)
    ) as stamp`.execute(db);
  return rows[0]?.stamp ?? '';
}

/** Returns the JSON size of all documents that readers get, except one. */
export async function measureContent(db: Kysely<object>, exceptId: string): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select coalesce(sum(octet_length(data::text)), 0)::float8 as bytes
    from content_entries where id <> ${exceptId}`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** Reads the models, and the list fields of published documents. */
export async function readHeads(db: Kysely<object>): Promise<StoredContent> {
  return await readWith(
    db,
    sql<string>`jsonb_strip_nulls(jsonb_build_object('title_slug', left(data ->> 'title_slug', 200),
      'title', left(data ->> 'title', 200), 'published', data ->> 'published' = 'true'))::text`,
  );
}

/** Reads the models and published documents as stored. */
export async function readStored(db: Kysely<object>): Promise<StoredContent> {
  return await readWith(db, sql<string>`data::text`);
}

async function readWith(db: Kysely<object>, data: RawBuilder<string>): Promise<StoredContent> {
  const models = await tables(db).selectFrom('content_models').selectAll().execute();
  const entries = await tables(db)
    .selectFrom('content_entries')
    .select(['kind', 'model', 'id', 'created_at', 'modified_at', data.as('data')])
    // Version 0 has never been published.
    .where('version', '>', 0)
    .orderBy('position')
    .execute();
  return {
    models: models.map(({ kind, name, sortable, fields }) => ({ kind, name, sortable, fields })),
    entries,
  };
}

/** Locks content until the end of the transaction. */
export async function holdContent(db: Kysely<object>): Promise<void> {
  await tables(db)
    .selectFrom('content_models')
    .select('name')
    .orderBy('kind')
    .orderBy('name')
    .forUpdate()
    .execute();
}

/** A page by its id, or a singleton by its name. */
export type Target = { readonly pageId: string } | { readonly singleton: string };

export type Stored = {
  readonly id: string;
  /** The number of the newest version. */
  readonly version: number;
  readonly data: Document;
  /**
   * The version that readers get: older than the newest while a draft waits, 0 if none was
   * published.
   */
  readonly shownVersion: number;
  /** Whether the document is published; a singleton always is. */
  readonly isPublished: boolean;
};

export async function findEntry(db: Kysely<object>, by: Target): Promise<Stored | undefined> {
  const all = tables(db)
    .selectFrom('content_entries as e')
    .leftJoin('content_versions as d', (join) =>
      join.onRef('d.entry_id', '=', 'e.id').onRef('d.version', '=', 'e.draft_version'),
    )
    .select([
      'e.id',
      'e.version as shownVersion',
      sql<number>`coalesce(d.version, e.version)`.as('version'),
      sql<Document>`coalesce(d.data, e.data)`.as('data'),
      sql<boolean>`e.kind = 'singleton' or coalesce(e.data ->> 'published' = 'true', false)`.as(
        'isPublished',
      ),
    ]);
  return await (
    'pageId' in by
      ? all.where('e.id', '=', by.pageId).where('e.kind', '=', 'collection')
      : all.where('e.model', '=', by.singleton).where('e.kind', '=', 'singleton')
  ).executeTakeFirst();
}

/** Returns the fields of a collection or singleton. */
export async function findModel(
  db: Kysely<object>,
  kind: ModelKind,
  name: string,
): Promise<Model | undefined> {
  const row = await tables(db)
    .selectFrom('content_models')
    .selectAll()
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { name, sortable: row.sortable, fields: Fields.parse(row.fields) };
}

/** Returns whether another page uses this slug. */
export async function hasSlug(
  db: Kysely<object>,
  {
    exceptId,
    key,
    slug,
  }: { readonly exceptId: string; readonly key: string; readonly slug: string },
): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('content_entries')
    .select('id')
    .where('kind', '=', 'collection')
    .where('model', '=', 'pages')
    .where('id', '!=', exceptId)
    .where(sql`data ->> ${key}`, '=', slug)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a version, even one that is no longer listed. */
export async function findVersion(
  db: Kysely<object>,
  { entryId, version }: { readonly entryId: string; readonly version: number },
): Promise<(Version & { readonly data: Document }) | undefined> {
  const row = await tables(db)
    .selectFrom('content_versions')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('version', '=', version)
    .executeTakeFirst();
  // The driver has already parsed the JSON.
  return row && { ...toVersion(row), data: row.data as unknown as Document };
}

export async function upsertModel(
  db: Kysely<object>,
  kind: ModelKind,
  { name, fields, sortable }: Model,
): Promise<void> {
  const said = { fields: JSON.stringify(fields), sortable };
  await tables(db)
    .insertInto('content_models')
    .values({ kind, name, ...said })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(said))
    .execute();
}

export type EntryWrite = {
  readonly id: string;
  readonly kind: 'collection' | 'singleton';
  readonly model: string;
  readonly data: Document;
  readonly by: string;
  readonly atMs: number;
};

/** Adds the entry, or its next version, and publishes it; returns the version. */
export async function writeEntry(db: Kysely<object>, entry: EntryWrite): Promise<number> {
  const at = new Date(entry.atMs);
  const data = JSON.stringify(entry.data);
  const { id, kind, model } = entry;
  const { version } = await tables(db)
    .insertInto('content_entries')
    .values({ id, kind, model, data, version: 1, created_at: at, modified_at: at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        data,
        modified_at: at,
        version: nextVersion(id),
        draft_version: null,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  await insertVersion(db, entry, version);
  return version;
}

/** Adds the entry's next version as a draft; returns the version. */
export async function writeDraft(db: Kysely<object>, entry: EntryWrite): Promise<number> {
  const at = new Date(entry.atMs);
  const { id, kind, model } = entry;
  await tables(db)
    .insertInto('content_entries')
    .values({ id, kind, model, data: '{}', version: 0, created_at: at, modified_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const { version } = await tables(db)
    .updateTable('content_entries')
    .set({ draft_version: nextVersion(id) })
    .where('id', '=', id)
    .returning(sql<number>`draft_version`.as('version'))
    .executeTakeFirstOrThrow();
  await insertVersion(db, entry, version);
  return version;
}

/** Publishes an existing version of a document. */
export async function showVersion(
  db: Kysely<object>,
  shown: {
    readonly id: string;
    readonly version: number;
    readonly data: Document;
    readonly atMs: number;
  },
): Promise<void> {
  await tables(db)
    .updateTable('content_entries')
    .set({
      data: JSON.stringify(shown.data),
      version: shown.version,
      draft_version: null,
      modified_at: new Date(shown.atMs),
    })
    .where('id', '=', shown.id)
    .execute();
}

function nextVersion(id: string) {
  return sql<number>`(select coalesce(max(version), 0) + 1 from content_versions where entry_id = ${id})`;
}

async function insertVersion(
  db: Kysely<object>,
  { id, data, by, atMs }: EntryWrite,
  version: number,
): Promise<void> {
  await tables(db)
    .insertInto('content_versions')
    .values({
      entry_id: id,
      version,
      data: JSON.stringify(data),
      saved_at: new Date(atMs),
      saved_by: by,
    })
    .execute();
}

export type Version = {
  readonly version: number;
  readonly savedAtMs: number;
  readonly savedBy: string;
};

/** Returns the versions, newest first, at most VERSIONS_LISTED_MAX. */
export async function listVersions(
  db: Kysely<object>,
  entryId: string,
): Promise<readonly Version[]> {
  const rows = await tables(db)
    .selectFrom('content_versions')
    .select(['version', 'saved_at', 'saved_by'])
    .where('entry_id', '=', entryId)
    .orderBy('version', 'desc')
    .limit(VERSIONS_LISTED_MAX)
    .execute();
  return rows.map(toVersion);
}

function toVersion(row: {
  readonly version: number;
  readonly saved_at: Date;
  readonly saved_by: string;
}): Version {
  return { version: row.version, savedAtMs: row.saved_at.getTime(), savedBy: row.saved_by };
}

function tables(db: Kysely<object>): Kysely<ContentTables> {
  return db.withTables<ContentTables>();
}
