// The site's content: pages, and singletons that appear on all pages. Saving creates a version. A
// version of online content is a draft until it is published.
import * as z from 'zod/mini';
import { LANGUAGES } from '../config.ts';
import { defineRoute } from '../route.ts';
import { Instant } from '../wire.ts';
import { defineResource, field, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('content');
/**
 * The largest request body for a document, which has at most 262,144 characters, each up to several
 * bytes in JSON.
 */
const DOCUMENT_BYTES_MAX = 1_048_576;

/** A document's values by key, such as `title`, `title_de` and `components`. */
const Document = z.record(z.string(), z.unknown());
const VERSION_MAX = 999_999_999;
const Version = z.int().check(z.positive(), z.maximum(VERSION_MAX));
/** A version number as it appears in a URL. */
const PathVersion = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero')),
  z.transform(Number),
);
const PageId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be 24 hex digits'));
const SingletonName = z.string().check(z.regex(/^[a-zA-Z][\w-]{0,63}$/));

const VersionRow = z.object({
  version: Version,
  saved_at: Instant,
  saved_by: z.string(),
  /** The name of the member of staff who saved the version. */
  saved_by_name: z.nullable(z.string()),
});
const Versions = z.array(VersionRow);

const ContentField = z.object({
  name: z.string(),
  type: z.string(),
  /** Whether the field has its own key for each language, such as `title_de`. */
  localize: z.boolean(),
  required: z.boolean(),
  /** Whether the field has a slug beside it, such as `title_slug` and `title_de_slug`. */
  slug: z.boolean(),
});
export type ContentField = z.infer<typeof ContentField>;

const writing = {
  roles: READ,
  bodyBytesMax: DOCUMENT_BYTES_MAX,
  rejections: ['content-changed', 'content-elsewhere'],
} as const;

/**
 * The input and rejections that all saves share. Each change names the version it is based on, so
 * that no editor overwrites another's work.
 */
const SAVE = {
  ...writing,
  on: 'one',
  summary:
    'Saves the next version: all of it, sanitised as every page is, or nothing. Readers go on getting what is online.',
  input: { data: Document, version: z.int().check(z.minimum(0)) },
  reply: { version: Version },
} as const;
const RESTORE = {
  ...writing,
  on: 'one',
  summary: 'Saves an earlier version as the newest. Readers get it once published.',
  input: { restored: Version, version: Version },
  reply: { version: Version },
} as const;
const PUBLISH = {
  ...writing,
  on: 'one',
  summary: 'Publishes the newest version, which must be the one that you reviewed.',
  input: { version: Version },
  reply: { changed: z.boolean() },
} as const;

export const pages = defineResource({
  name: 'pages',
  title: 'Pages',
  one: 'Page',
  group: 'content',
  heading: ['title'],
  brief: ['title', 'published'],
  folded: ['draft'],
  id: PageId,
  read: READ,
  row: {
    id: field(PageId, READ),
    /** The page's slug; empty if it has none, and so no address. */
    slug: field(z.string(), READ),
    title: field(z.string(), READ),
    /** The languages with a title. */
    languages: field(z.array(z.enum(LANGUAGES)), READ),
    published: field(z.boolean(), READ),
    /** The page's newest version. */
    version: field(Version, READ),
    /** The version that visitors get; older than the newest while a draft is unpublished. */
    online_version: field(z.nullable(Version), READ),
    /** Whether a version waits that is newer than the published one. */
    draft: field(z.boolean(), READ),
    created_at: field(Instant, READ),
    modified_at: field(Instant, READ),
  },
  detail: {
    /** The content of the newest version. */
    data: field(Document, READ),
    /** All versions of the page, newest first. */
    versions: field(Versions, READ),
  },
  search: ['slug', 'title'],
  filters: {
    published: { schema: QueryFlag, fields: ['published'] },
    /** Filters by whether a newer version waits for publication. */
    draft: { schema: QueryFlag, fields: ['version', 'online_version'] },
    language: { schema: z.enum(LANGUAGES), fields: ['languages'] },
  },
  sorts: ['slug', 'modified_at'],
  order: 'asc',
  export: READ,
  actions: {
    create: {
      ...writing,
      on: 'all',
      summary: 'Adds a page as a draft.',
      input: { data: Document },
      reply: { id: PageId },
    },
    save: SAVE,
    restore: RESTORE,
    // Earlier versions stay: only a page that was offline is as it was before.
    publish: { ...PUBLISH, undo: { field: 'online_version', actions: { null: 'unpublish' } } },
    unpublish: {
      ...writing,
      // Another version than the one that was online is not published.
      undo: { field: 'draft', actions: { false: 'publish' } },
      on: 'one',
      summary: 'Takes the page offline; it becomes a draft.',
      input: {},
      reply: { changed: z.boolean() },
    },
  },
});

export const singletons = defineResource({
  name: 'singletons',
  title: 'Site settings',
  one: 'Site setting',
  group: 'content',
  id: SingletonName,
  read: READ,
  row: {
    /** The singleton's name, such as 'footer'. */
    id: field(SingletonName, READ),
    /** The newest version of the singleton; 0 if none was saved. */
    version: field(z.int(), READ),
    online_version: field(z.nullable(Version), READ),
    modified_at: field(z.nullable(Instant), READ),
  },
  detail: { data: field(Document, READ), versions: field(Versions, READ) },
  search: [],
  filters: {},
  sorts: ['id'],
  order: 'asc',
  export: READ,
  actions: { save: SAVE, restore: RESTORE, publish: PUBLISH },
});

const reading = {
  access: 'staff',
  roles: READ,
  rate: 'ordinary',
  rejections: ['not-found'],
} as const;
const version = {
  ...reading,
  method: 'GET',
  reply: z.object({ ...VersionRow.shape, data: Document }),
} as const;

export const getPageVersion = defineRoute({
  ...version,
  path: '/api/backoffice/pages/{id}/versions/{version}',
  summary: 'Returns a version of a page.',
  params: z.strictObject({ id: PageId, version: PathVersion }),
});

export const getSingletonVersion = defineRoute({
  ...version,
  path: '/api/backoffice/singletons/{id}/versions/{version}',
  summary: 'Returns a version of a singleton.',
  params: z.strictObject({ id: SingletonName, version: PathVersion }),
});

/** Problems of a document by field; for warnings, by path. */
const Problems = z.array(z.object({ field: z.string(), text: z.string() }));

const preview = {
  ...reading,
  method: 'POST',
  bodyBytesMax: DOCUMENT_BYTES_MAX,
  body: z.strictObject({ data: Document, language: z.enum(LANGUAGES) }),
  reply: z.object({
    fields: z.array(ContentField),
    /** The problems that prevent saving. */
    problems: Problems,
    /** The parts of the document that sanitising changes for readers. */
    notes: Problems,
    /** The document as readers see it; null if it is too large to show. */
    shown: z.nullable(Document),
  }),
  rejections: ['not-found', 'content-elsewhere'],
} as const;

export const previewPage = defineRoute({
  ...preview,
  path: '/api/backoffice/pages/preview',
  summary: 'Previews a page as visitors would get it, sanitised. Nothing is stored.',
});

export const previewSingleton = defineRoute({
  ...preview,
  path: '/api/backoffice/singletons/{id}/preview',
  summary: 'Previews a singleton as visitors would get it. Nothing is stored.',
  params: z.strictObject({ id: SingletonName }),
});
