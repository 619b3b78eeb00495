// Announcements to customers, as staff write them.
import * as z from 'zod/mini';
import { LANGUAGES } from '../config.ts';
import { Id, Instant, PlainLine } from '../wire.ts';
import { defineResource, field, PathId, QueryFlag } from './resource.ts';
import { allow } from './roles.ts';

export const POPUP_AUDIENCES = ['all', 'verified', 'unverified'] as const;
/** Marketing is not shown to customers with a time-out or self-exclusion. */
export const POPUP_PURPOSES = ['service', 'marketing'] as const;
export const POPUP_TITLE_LENGTH_MAX = 120;
export const POPUP_CONTENT_LENGTH_MAX = 20_000;
const CONTENT_BYTES_MAX = 131_072;

const READ = allow('content');
const Audience = z.enum(POPUP_AUDIENCES);
const Purpose = z.enum(POPUP_PURPOSES);
/** The language of a pop-up's text; null: it is shown in all languages. */
const PopupLanguage = z.nullable(z.enum(LANGUAGES));
const Moment = z.iso.datetime('must be a time such as 2026-12-31T18:00:00Z');

export const popups = defineResource({
  name: 'popups',
  title: 'Pop-ups',
  one: 'Pop-up',
  group: 'content',
  heading: ['title'],
  brief: ['title', 'audience'],
  folded: ['created_at', 'created_by', 'removed_at'],
  id: PathId,
  read: READ,
  row: {
    id: field(Id, READ),
    title: field(z.string(), READ),
    language: field(PopupLanguage, READ),
    audience: field(Audience, READ),
    purpose: field(Purpose, READ),
    from_at: field(Instant, READ),
    until_at: field(z.nullable(Instant), READ),
    created_at: field(Instant, READ),
    created_by: field(z.string(), READ),
    removed_at: field(z.nullable(Instant), READ),
  },
  /** The content of the pop-up: sanitised HTML. */
  detail: { content: field(z.string(), READ) },
  search: [],
  filters: {
    audience: { schema: Audience, fields: ['audience'] },
    purpose: { schema: Purpose, fields: ['purpose'] },
    language: { schema: z.enum(LANGUAGES), fields: ['language'] },
    removed: { schema: QueryFlag, fields: ['removed_at'] },
  },
  sorts: ['id'],
  order: 'desc',
  export: READ,
  actions: {
    create: {
      label: 'Add a pop-up',
      summary: 'Shows an announcement to each customer until they dismiss it.',
      roles: READ,
      on: 'all',
      input: {
        title: PlainLine(POPUP_TITLE_LENGTH_MAX),
        /** The content as staff enter it; the server sanitises it before storing. */
        content: z.string().check(z.minLength(1), z.maxLength(POPUP_CONTENT_LENGTH_MAX)),
        language: PopupLanguage,
        audience: Audience,
        purpose: Purpose,
        /** When the pop-up is first shown; null: immediately. */
        from: z.nullable(Moment),
        /** When the pop-up is last shown; null: until it is withdrawn. */
        until: z.nullable(Moment),
      },
      bodyBytesMax: CONTENT_BYTES_MAX,
      reply: { id: Id, content: z.string() },
      rejections: [],
    },
    withdraw: {
      when: [{ removed_at: 'empty' }],
      summary: 'Withdraws the announcement.',
      roles: READ,
      on: 'one',
      input: {},
      reply: { changed: z.boolean() },
      rejections: [],
    },
  },
});
