import {
  getPageVersion,
  getSingletonVersion,
  pages,
  previewPage,
  previewSingleton,
  singletons,
} from '@halyard/contract/backoffice/content-pages';
import { LANGUAGES } from '@halyard/contract/config';
import { sql } from 'kysely';
import { bind, ok } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { bindResource, startsWith } from '../frame/frame.ts';
import type { FrameDeps, ListSource } from '../frame/frame.ts';
import type { OperatorCommandDeps } from '../operator-command.ts';
import { createEditing } from './edit-content.ts';
import type { Editing } from './edit-content.ts';

const StoredPage = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  languages: z.array(z.enum(LANGUAGES)),
  published: z.boolean(),
  version: z.int(),
  online_version: z.nullable(z.int()),
  draft: z.boolean(),
  created_at: z.date(),
  modified_at: z.date(),
});
const StoredSingleton = z.object({
  id: z.string(),
  version: z.int(),
  online_version: z.nullable(z.int()),
  modified_at: z.nullable(z.date()),
});

// The columns must be written as in the indexes of 0010-content.sql, so that PostgreSQL uses these.
const ID = { by: sql`id`, type: 'text' } as const;
const SLUG = sql`coalesce(data ->> 'title_slug', '') collate "C"`;
const TITLE = sql`lower(left(coalesce(data ->> 'title', ''), 200)) collate "C"`;
const PAGES = sql`content_entries where kind = 'collection' and model = 'pages'`;

const IS_PUBLISHED = sql`coalesce(data ->> 'published' = 'true', false)`;

const titleIn = (language: string) =>
  sql`coalesce(data ->> ${language === 'en' ? 'title' : `title_${language}`}, '') <> ''`;

const pageList = {
  select: sql`id, coalesce(data ->> 'title_slug', '') as slug, coalesce(data ->> 'title', '') as title,
    array_remove(array[${sql.join(
      LANGUAGES.map((one) => sql`case when ${titleIn(one)} then ${one}::text end`),
    )}], null) as languages,
    ${IS_PUBLISHED} as published, coalesce(draft_version, version) as version,
    case when ${IS_PUBLISHED} then version end as online_version,
    draft_version is not null as draft, created_at, modified_at`,
  // A subquery with the condition that the partial indexes require, and an alias for the columns.
  from: sql`(select * from ${PAGES}) pages`,
  key: ID,
  sorts: {
    slug: { by: SLUG, type: 'text' },
    modified_at: { by: sql`modified_at`, type: 'timestamptz' },
  },
  filters: {
    published: (value: '0' | '1') => sql`${IS_PUBLISHED} = ${value === '1'}`,
    draft: (value: '0' | '1') => sql`(draft_version is not null) = ${value === '1'}`,
    language: (value: string) => titleIn(value),
  },
  search: {
    slug: (text) => sql`select id from ${PAGES} and ${startsWith(SLUG, text.toLowerCase())}`,
    title: (text) => sql`select id from ${PAGES} and ${startsWith(TITLE, text.toLowerCase())}`,
  },
  toRow: (record) => {
    const { created_at: createdAt, modified_at: modifiedAt, ...row } = z.parse(StoredPage, record);
    return {
      ...row,
      created_at: createdAt.toISOString(),
      modified_at: modifiedAt.toISOString(),
    };
  },
} satisfies ListSource<unknown>;

const NAME = { by: sql`name collate "C"`, type: 'text' } as const;

const singletonList = {
  select: sql`name as id, coalesce(draft_version, version, 0) as version,
    nullif(version, 0) as online_version, modified_at`,
  from: sql`(select m.name, e.version, e.draft_version, e.modified_at from content_models m
    left join content_entries e on e.kind = m.kind and e.model = m.name
    where m.kind = 'singleton') singletons`,
  key: NAME,
  sorts: { id: NAME },
  filters: {},
  search: {},
  toRow: (record) => {
    const { modified_at: modifiedAt, ...row } = z.parse(StoredSingleton, record);
    return { ...row, modified_at: modifiedAt?.toISOString() ?? null };
  },
} satisfies ListSource<unknown>;

type Deps = FrameDeps & Pick<OperatorCommandDeps, 'content' | 'staff'>;

export function pagesResource(deps: Deps): readonly RouteBinding[] {
  const editing = createEditing(deps);
  const toTarget = (id: string): Target => ({ pageId: id });
  return [
    ...bindResource(deps, pages, {
      list: pageList,
      detail: details(editing, toTarget),
      actions: {
        create: async ({ input, actor }) => {
          const saved = await editing.add({ data: input.data, by: actor });
          return saved.kind === 'ok' ? ok({ id: saved.data.id }) : saved;
        },
        ...writes(editing, toTarget),
        unpublish: async ({ id, actor }) =>
          await editing.show({ target: toTarget(id), isPublished: false, by: actor }),
      },
    }),
    bind(
      getPageVersion,
      async ({ params }) => await editing.version(toTarget(params.id), params.version),
    ),
    // The preview also works for a singleton without a row.
    bind(previewPage, async ({ body }) => await editing.preview(toTarget(''), body)),
  ];
}

export function singletonsResource(deps: Deps): readonly RouteBinding[] {
  const editing = createEditing(deps);
  const toTarget = (id: string): Target => ({ singleton: id });
  return [
    ...bindResource(deps, singletons, {
      list: singletonList,
      detail: details(editing, toTarget),
      actions: writes(editing, toTarget),
    }),
    bind(
      getSingletonVersion,
      async ({ params }) => await editing.version(toTarget(params.id), params.version),
    ),
    bind(
      previewSingleton,
      async ({ params, body }) => await editing.preview(toTarget(params.id), body),
    ),
  ];
}

type Target = Parameters<Editing['read']>[0];
type ToTarget = (id: string) => Target;
type Saving = { readonly data: Readonly<Record<string, unknown>>; readonly version: number };
type Restoring = { readonly restored: number; readonly version: number };
type ActionRequest<Input> = { readonly id: string; readonly actor: string; readonly input: Input };

function details(editing: Editing, toTarget: ToTarget) {
  return {
    data: async (id: string) => await editing.read(toTarget(id)),
    versions: async (id: string) => await editing.versions(toTarget(id)),
  };
}

/** The write actions that pages and singletons share. */
function writes(editing: Editing, toTarget: ToTarget) {
  return {
    save: async ({ id, actor, input }: ActionRequest<Saving>) =>
      await editing.save({ ...input, target: toTarget(id), by: actor }),
    restore: async ({ id, actor, input }: ActionRequest<Restoring>) =>
      await editing.restore({ ...input, target: toTarget(id), by: actor }),
    publish: async ({ id, actor, input }: ActionRequest<{ readonly version: number }>) =>
      await editing.show({ ...input, target: toTarget(id), isPublished: true, by: actor }),
  };
}
