// What the site says: its pages, and what stands on all of them.
import * as z from 'zod/mini';
import { LANGUAGES } from '../config.ts';
import { Instant } from '../wire.ts';
import { defineResource, field, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

const READ = allow('content');
/** A document has at most 262,144 characters, of which JSON may make several bytes each. */
const DOCUMENT_BYTES_MAX = 1_048_576;

/** A document by its keys, such as `title`, `title_de` and `components`. */
const Document = z.record(z.string(), z.unknown());
const Version = z.int().check(z.positive());
const PageId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'must be 24 hex digits'));
const SingletonName = z.string().check(z.regex(/^[a-zA-Z][\w-]{0,63}$/));

const Versions = z.array(z.object({ version: Version, saved_at: Instant, saved_by: z.string() }));

const writing = {
  roles: READ,
  bodyBytesMax: DOCUMENT_BYTES_MAX,
  refusals: ['content-changed', 'content-elsewhere'],
} as const;

/** Every change says which version it was made of, so that nobody's work is lost to another's. */
const SAVE = {
  ...writing,
  on: 'one',
  summary: 'Saves the next version: all of it, sanitised as every page is, or nothing.',
  input: { data: Document, version: z.int().check(z.minimum(0)) },
  reply: { version: Version },
} as const;
const RESTORE = {
  ...writing,
  on: 'one',
  summary: 'Saves what an earlier version said as the next one. Whether it is online stays.',
  input: { restored: Version, version: Version },
  reply: { version: Version },
} as const;
const showing = { ...writing, on: 'one', input: {}, reply: { changed: z.boolean() } } as const;

export const pages = defineResource({
  name: 'pages',
  title: 'Pages',
  id: PageId,
  read: READ,
  row: {
    id: field(PageId, READ),
    /** Empty where it has none, and so no address. */
    slug: field(z.string(), READ),
    title: field(z.string(), READ),
    /** Those that it has a title in. */
    languages: field(z.array(z.enum(LANGUAGES)), READ),
    published: field(z.boolean(), READ),
    version: field(Version, READ),
    created_at: field(Instant, READ),
    modified_at: field(Instant, READ),
  },
  detail: {
    data: field(Document, READ),
    /** The newest first. */
    versions: field(Versions, READ),
  },
  search: ['slug', 'title'],
  filters: {
    published: { schema: QueryFlag, fields: ['published'] },
    language: { schema: z.enum(LANGUAGES), fields: ['languages'] },
  },
  sorts: ['slug', 'modified_at'],
  order: 'asc',
  export: READ,
  actions: {
    create: {
      ...writing,
      on: 'all',
      summary: 'Adds a page, as a draft unless it says `published`.',
      input: { data: Document },
      reply: { id: PageId },
    },
    save: SAVE,
    restore: RESTORE,
    publish: { ...showing, summary: 'Puts the page online.' },
    unpublish: { ...showing, summary: 'Takes the page offline: it is a draft again.' },
  },
});

export const singletons = defineResource({
  name: 'singletons',
  title: 'Singletons',
  id: SingletonName,
  read: READ,
  row: {
    /** Its name, such as 'footer'. */
    id: field(SingletonName, READ),
    /** 0 while nothing was ever written. */
    version: field(z.int(), READ),
    modified_at: field(z.nullable(Instant), READ),
  },
  detail: { data: field(Document, READ), versions: field(Versions, READ) },
  search: [],
  filters: {},
  sorts: ['id'],
  order: 'asc',
  export: READ,
  actions: { save: SAVE, restore: RESTORE },
});
