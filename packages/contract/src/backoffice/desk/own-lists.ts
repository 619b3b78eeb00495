// How a member of staff has arranged the lists of the back office: chosen and pinned columns, and
// saved views, which can be shared with colleagues.
import * as z from 'zod/mini';
import { defineRoute } from '#route.ts';
import { Id, PlainLine } from '#wire.ts';

export const LIST_VIEWS_MAX = 40;
export const LIST_VIEW_NAME_LENGTH_MAX = 40;
const RESOURCES_MAX = 40;
const COLUMNS_MAX = 60;
const FILTERS_MAX = 20;
const FILTER_LENGTH_MAX = 200;

/** The name of a resource, field or filter. One that no longer exists has no effect. */
const Name = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a name'));
const Columns = z.array(Name).check(z.maxLength(COLUMNS_MAX));
/** Plain text, because PostgreSQL rejects some characters in JSON. */
const FilterValue = PlainLine(FILTER_LENGTH_MAX);

/** The columns of one list. */
export const ListColumns = z.strictObject({
  resource: Name,
  shown: Columns,
  /** Those that stay in place while the list scrolls sideways. */
  pinned: Columns,
});
export type ListColumns = z.infer<typeof ListColumns>;

export const ListView = z.strictObject({
  ...ListColumns.shape,
  name: PlainLine(LIST_VIEW_NAME_LENGTH_MAX),
  filters: z
    .array(z.strictObject({ name: Name, value: FilterValue }))
    .check(z.maxLength(FILTERS_MAX)),
  sort: Name,
  order: z.enum(['asc', 'desc']),
  /** Whether colleagues who can read the list see the view, too. */
  shared: z.boolean(),
});
export type ListView = z.infer<typeof ListView>;

export const OwnLists = z.strictObject({
  columns: z.array(ListColumns).check(z.maxLength(RESOURCES_MAX)),
  views: z.array(ListView).check(z.maxLength(LIST_VIEWS_MAX)),
});
export type OwnLists = z.infer<typeof OwnLists>;

/** Counts how often the member saved; 0: never. */
const Version = z.int().check(z.minimum(0));

export const SharedView = z.object({ staff_id: Id, staff_name: z.string(), view: ListView });
export type SharedView = z.infer<typeof SharedView>;

export const getOwnLists = defineRoute({
  method: 'GET',
  path: '/api/backoffice/own-lists',
  summary:
    'Returns the caller’s columns and saved views of the lists, and the views that colleagues share of lists that the caller can read.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  reply: z.object({ own: OwnLists, version: Version, shared: z.array(SharedView) }),
  rejections: [],
});

export const saveOwnLists = defineRoute({
  method: 'POST',
  path: '/api/backoffice/own-lists/save',
  summary:
    'Replaces the caller’s columns and saved views of the lists, unless they were saved since the version that the change started from. Returns the new version.',
  access: 'staff',
  roles: 'any',
  rate: 'ordinary',
  body: z.strictObject({ ...OwnLists.shape, version: Version }),
  reply: z.object({ version: Version }),
  rejections: ['content-changed'],
});
