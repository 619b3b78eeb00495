import { sql } from 'kysely';
import type { Generated, Kysely } from 'kysely';
import { ENTRIES_MAX, Field } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';
import * as z from 'zod/mini';

export type ModelKind = 'collection' | 'singleton' | 'form';

type ContentTables = {
  content_models: { kind: ModelKind; name: string; fields: string; sortable: boolean };
  content_entries: {
    id: string;
    kind: 'collection' | 'singleton';
    model: string;
    position: Generated<number>;
    data: string;
    version: number;
    created_at: Date;
    modified_at: Date;
  };
  content_versions: {
    entry_id: string;
    version: number;
    data: string;
    saved_at: Date;
    saved_by: string;
  };
  content_tokens: {
    token_hash: string;
    name: string;
    public_token: string | null;
    created_at: Date;
  };
};

const SECOND_MS = 1000;
const VERSIONS_LISTED_MAX = 50;
const Fields = z.array(Field);

export async function hasModels(db: Kysely<object>): Promise<boolean> {
  const found = await tables(db).selectFrom('content_models').select('name').limit(1).execute();
  return found.length > 0;
}

/** Models and entries as they are now; of each collection the first ENTRIES_MAX. */
export async function readSnapshot(db: Kysely<object>): Promise<Snapshot> {
  const models = await tables(db).selectFrom('content_models').selectAll().execute();
  const rows = await tables(db)
    .selectFrom('content_entries')
    .selectAll()
    .orderBy('position')
    .execute();
  const documentsOf = (kind: ModelKind, name: string): Document[] =>
    rows
      .filter((row) => row.kind === kind && row.model === name)
      .slice(0, ENTRIES_MAX)
      .map((row) => ({
        // The driver has parsed it.
        ...(row.data as unknown as Document),
        _modified: Math.floor(row.modified_at.getTime() / SECOND_MS),
        _created: Math.floor(row.created_at.getTime() / SECOND_MS),
        _id: row.id,
      }));
  const ofKind = (kind: ModelKind): readonly Model[] =>
    models
      .filter((row) => row.kind === kind)
      .map(({ name, sortable, fields }) => ({ name, sortable, fields: Fields.parse(fields) }));
  return {
    collections: new Map(
      ofKind('collection').map((model) => [
        model.name,
        { model, entries: documentsOf('collection', model.name) },
      ]),
    ),
    singletons: new Map(
      ofKind('singleton').map((model) => [
        model.name,
        { model, data: documentsOf('singleton', model.name)[0] },
      ]),
    ),
    forms: new Map(ofKind('form').map((model) => [model.name, model])),
  };
}

/** Until the end of the transaction nobody else writes content. */
export async function holdContent(db: Kysely<object>): Promise<void> {
  await tables(db)
    .selectFrom('content_models')
    .select('name')
    .orderBy('kind')
    .orderBy('name')
    .forUpdate()
    .execute();
}

export type Stored = {
  readonly id: string;
  readonly version: number;
  readonly data: Document;
};

/** A page by its id, or a singleton by its name. */
export async function findEntry(
  db: Kysely<object>,
  by: { readonly pageId: string } | { readonly singleton: string },
): Promise<Stored | undefined> {
  const all = tables(db).selectFrom('content_entries').select(['id', 'version', 'data']);
  const row = await (
    'pageId' in by
      ? all.where('id', '=', by.pageId).where('kind', '=', 'collection')
      : all.where('model', '=', by.singleton).where('kind', '=', 'singleton')
  ).executeTakeFirst();
  // The driver has parsed it.
  return row && { ...row, data: row.data as unknown as Document };
}

/** Whether another page has this slug of this key. */
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

/** What an earlier version said. */
export async function findVersion(
  db: Kysely<object>,
  { entryId, version }: { readonly entryId: string; readonly version: number },
): Promise<Document | undefined> {
  const row = await tables(db)
    .selectFrom('content_versions')
    .select('data')
    .where('entry_id', '=', entryId)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.data as unknown as Document | undefined;
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

/** Adds the entry, or its next version; gives the version. */
export async function writeEntry(db: Kysely<object>, entry: EntryWrite): Promise<number> {
  const at = new Date(entry.atMs);
  const data = JSON.stringify(entry.data);
  const { version } = await tables(db)
    .insertInto('content_entries')
    .values({
      id: entry.id,
      kind: entry.kind,
      model: entry.model,
      data,
      version: 1,
      created_at: at,
      modified_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        data,
        modified_at: at,
        version: sql<number>`content_entries.version + 1`,
      }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  await tables(db)
    .insertInto('content_versions')
    .values({ entry_id: entry.id, version, data, saved_at: at, saved_by: entry.by })
    .execute();
  return version;
}

export type Version = {
  readonly version: number;
  readonly savedAtMs: number;
  readonly savedBy: string;
  readonly data: Document;
};

/** The newest first, at most VERSIONS_LISTED_MAX. */
export async function listVersions(
  db: Kysely<object>,
  entryId: string,
): Promise<readonly Version[]> {
  const rows = await tables(db)
    .selectFrom('content_versions')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('version', 'desc')
    .limit(VERSIONS_LISTED_MAX)
    .execute();
  return rows.map((row) => ({
    version: row.version,
    savedAtMs: row.saved_at.getTime(),
    savedBy: row.saved_by,
    data: row.data as unknown as Document,
  }));
}

/** Of this name, which it gets now if it has none. Without `publicToken` only the hash is kept. */
export async function ensureToken(
  db: Kysely<object>,
  token: {
    readonly name: string;
    readonly hash: string;
    readonly publicToken: string | null;
    readonly atMs: number;
  },
): Promise<{ readonly hash: string; readonly publicToken: string | null }> {
  await tables(db)
    .insertInto('content_tokens')
    .values({
      token_hash: token.hash,
      name: token.name,
      public_token: token.publicToken,
      created_at: new Date(token.atMs),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await tables(db)
    .selectFrom('content_tokens')
    .select(['token_hash', 'public_token'])
    .where('name', '=', token.name)
    .executeTakeFirstOrThrow();
  return { hash: row.token_hash, publicToken: row.public_token };
}

export async function findTokenByHash(
  db: Kysely<object>,
  hash: string,
): Promise<{ readonly isPublic: boolean } | undefined> {
  const row = await tables(db)
    .selectFrom('content_tokens')
    .select('public_token')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row === undefined ? undefined : { isPublic: row.public_token !== null };
}

function tables(db: Kysely<object>): Kysely<ContentTables> {
  return db.withTables<ContentTables>();
}
