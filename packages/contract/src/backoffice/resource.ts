// A resource of the back office: declared once, with the roles that may see each field and do each
// action. Its routes, their validation, the client's types, OpenAPI and the table of permissions
// follow from the declaration.
//
// Deny by default: a field or an action cannot be declared without its roles.
import * as z from 'zod/mini';
import type { RefusalCode } from '../refusals.ts';
import { defineRoute, type Route } from '../route.ts';
import { PlainLine } from '../wire.ts';
import { isAllowed, type Role } from './roles.ts';

export const PAGE_ROWS = 50;
export const PAGE_ROWS_MAX = 200;
/** Of one export; what is beyond is left out, and the last line says so. */
export const EXPORT_ROWS_MAX = 100_000;
/** Of one action on many rows. */
export const MANY_ROWS_MAX = 100;
export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
const SEARCH_LENGTH_MAX = 100;
const CURSOR_LENGTH_MAX = 1_000;

export type Schema = z.ZodMiniType;

/** A field of a row or a page, and who may read it; others get the answer without it. */
export type Field<S extends Schema = Schema> = {
  readonly schema: S;
  readonly read: readonly Role[];
};
export type Fields = Readonly<Record<string, Field>>;
export type RowFields = Fields & { readonly id: Field };

/** A filter of a list. It tells something of `fields`: who may not read them may not use it. */
export type Filter<S extends Schema = Schema> = {
  readonly schema: S;
  readonly fields: readonly string[];
};
export type Filters = Readonly<Record<string, Filter>>;

type Shape = Readonly<Record<string, Schema>>;

export type Action = {
  readonly summary: string;
  readonly roles: readonly Role[];
  /** 'all': of the resource as a whole, such as adding one. */
  readonly on: 'one' | 'all';
  /**
   * Of an action on one: it may be done to many at once, to each by itself. Only what moves no
   * money, gives nobody anything, and judges nothing that must be looked at first.
   */
  readonly many?: true;
  /** Beside the reason, which every action needs. */
  readonly input: Shape;
  /**
   * Fields of the page, which are inputs too, that say what the caller has seen there. A form sends
   * them as they were when the page was opened; it neither shows them nor asks for them.
   */
  readonly seen?: readonly string[];
  /** Where the input may be larger than what is usual. */
  readonly bodyBytesMax?: number;
  readonly reply: Shape;
  /** Beside those of every action. */
  readonly refusals: readonly RefusalCode[];
};
export type Actions = Readonly<Record<string, Action>>;

/** A part of the page of one. What no tab names stands above them all. */
export type Tab = {
  readonly name: string;
  /** Of the row and of what is shown beside it. */
  readonly fields: readonly string[];
  /** Other resources, of which the rows of this one are listed. */
  readonly lists?: readonly string[];
  /** Whether each row of the lists has its own actions beside it. */
  readonly listsWithActions?: true;
  readonly actions?: readonly string[];
};

export type ResourceShape = {
  /** As it stands in the address, such as 'customers'. */
  readonly name: string;
  /** For the documentation. */
  readonly title: string;
  /** Of the id in an address. */
  readonly id: Schema;
  /** Who may list it and open one; each field has its own roles on top. */
  readonly read: readonly Role[];
  readonly row: RowFields;
  /** What the page of one shows beside the row. */
  readonly detail: Fields;
  /** Fields that the list's `search` looks into, as far as the caller may read them. */
  readonly search: readonly string[];
  readonly filters: Filters;
  /** Fields of the row, each with an index. The first is the order without `sort`. */
  readonly sorts: readonly [string, ...string[]];
  readonly order: 'asc' | 'desc';
  /** Who may take the list along as a file. */
  readonly export: readonly Role[];
  readonly actions: Actions;
  /** Where the page of one holds too much to be read as a whole. */
  readonly tabs?: readonly Tab[];
};

/** Why it is done, for the audit log. */
export const Reason = PlainLine(REASON_LENGTH_MAX).check(
  z.minLength(REASON_LENGTH_MIN, `has minimum ${REASON_LENGTH_MIN} characters`),
);

/** Of a customer's profile: another one whenever anything of it is another. */
export const ProfileVersion = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** A whole number as the text of an address. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number above zero')),
  z.transform(Number),
);

/** Yes or no as the text of an address. */
export const QueryFlag = z.enum(['0', '1']);

/** A day in UTC as the text of an address. */
export const QueryDay = z.iso.date('must be a day such as 2026-12-31');

const PageLimit = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,2}$/, `must be 1 to ${PAGE_ROWS_MAX}`)),
  z.pipe(z.transform(Number), z.number().check(z.maximum(PAGE_ROWS_MAX))),
);

type Masked<F extends RowFields> = z.ZodMiniObject<
  { readonly id: F['id']['schema'] } & {
    readonly [Name in Exclude<keyof F, 'id'>]: z.ZodMiniOptional<F[Name]['schema']>;
  }
>;
type OptionalOf<S extends Shape> = { readonly [Name in keyof S]: z.ZodMiniOptional<S[Name]> };
type FilterSchemas<F extends Filters> = OptionalOf<{
  readonly [Name in keyof F]: F[Name]['schema'];
}>;

/** What of a row or a page a caller gets: the id, and the fields that their roles may read. */
function masked<F extends RowFields>(fields: F): Masked<F> {
  const { id, ...others } = fields;
  const optional = Object.entries(others).map(([name, { schema }]) => [name, z.optional(schema)]);
  return z.object({ id: id.schema, ...Object.fromEntries(optional) }) as unknown as Masked<F>;
}

function schemasOf<F extends Filters>(filters: F): FilterSchemas<F> {
  const optional = Object.entries(filters).map(([name, { schema }]) => [name, z.optional(schema)]);
  return Object.fromEntries(optional) as FilterSchemas<F>;
}

/** Of the list and of its export. */
function selectionOf<const R extends ResourceShape>(shape: R) {
  return {
    ...schemasOf<R['filters']>(shape.filters),
    /** The beginning of one of the fields that are searched. */
    search: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(SEARCH_LENGTH_MAX))),
    sort: z.optional(z.enum(shape.sorts)),
    order: z.optional(z.enum(['asc', 'desc'])),
  };
}

function defineAction<const S extends Schema, const A extends Action>(
  shape: { readonly name: string; readonly id: S },
  name: string,
  action: A,
) {
  const isOnOne = action.on === 'one';
  const params = isOnOne ? { params: z.strictObject({ id: shape.id }) } : {};
  const route = defineRoute({
    method: 'POST',
    path: `/api/backoffice/${shape.name}${isOnOne ? '/{id}' : ''}/${name}`,
    summary: action.summary,
    access: 'staff',
    roles: action.roles,
    rate: 'ordinary',
    ...params,
    body: z.strictObject({ reason: Reason, ...(action.input as A['input']) }),
    ...(action.bodyBytesMax === undefined ? {} : { bodyBytesMax: action.bodyBytesMax }),
    reply: z.object(action.reply as A['reply']),
    refusals: [...(isOnOne ? (['not-found'] as const) : []), ...action.refusals],
  });
  return route as Omit<typeof route, 'params'> & ParamsOfAction<S, A>;
}
type ParamsOfAction<S extends Schema, A extends Action> = A['on'] extends 'one'
  ? { readonly params: z.ZodMiniObject<{ readonly id: S }, z.core.$strict> }
  : Record<never, never>;
type ActionRoute<S extends Schema, A extends Action> = ReturnType<typeof defineAction<S, A>>;

const MANY_OUTCOMES = ['done', 'unchanged', 'refused'] as const;

/** What came of each row, in the order in which they were named. */
export const ManyReply = z.object({
  /** How many are otherwise now than before. */
  done: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(MANY_OUTCOMES),
      /** Of a refused one. */
      why: z.nullable(z.string()),
    }),
  ),
});
export type ManyReply = z.infer<typeof ManyReply>;

/** The action on many rows: each is asked after, refused and put on record as if it were alone. */
function defineMany(shape: ResourceShape, name: string, action: Action) {
  return defineRoute({
    method: 'POST',
    path: `/api/backoffice/${shape.name}/${name}`,
    summary: `${action.summary} Of up to ${MANY_ROWS_MAX}, each by itself: what is refused keeps no other back.`,
    access: 'staff',
    roles: action.roles,
    rate: 'ordinary',
    body: z.strictObject({
      reason: Reason,
      ids: z.array(shape.id).check(z.minLength(1), z.maxLength(MANY_ROWS_MAX)),
      ...action.input,
    }),
    reply: ManyReply,
    refusals: [],
  });
}

/** The declaration with its routes. */
export function defineResource<const R extends ResourceShape>(shape: R) {
  const { name, title, read } = shape;
  const base = `/api/backoffice/${name}` as const;
  const ofStaff = { method: 'GET', access: 'staff', rate: 'ordinary' } as const;
  const selection = selectionOf(shape);
  return {
    shape,
    list: defineRoute({
      ...ofStaff,
      path: base,
      summary: `${title}: a page of the list. Fields that the caller may not read are left out.`,
      roles: read,
      query: z.strictObject({
        ...selection,
        /** What `next` of the page before was. */
        after: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
        limit: z.optional(PageLimit),
      }),
      reply: z.object({
        rows: z.array(masked<R['row']>(shape.row)),
        /** Null on the last page. */
        next: z.nullable(z.string()),
      }),
      refusals: [],
    }),
    get: defineRoute({
      ...ofStaff,
      path: `${base}/{id}`,
      summary: `${title}: one, as far as the caller may read it.`,
      roles: read,
      params: z.strictObject({ id: shape.id }),
      reply: masked<R['row'] & R['detail']>({ ...shape.row, ...shape.detail }),
      refusals: ['not-found'],
    }),
    exportCsv: defineRoute({
      ...ofStaff,
      path: `${base}.csv`,
      summary: `${title}: the list as a file, at most ${EXPORT_ROWS_MAX} rows. It is on record.`,
      roles: shape.export,
      query: z.strictObject({ ...selection, reason: Reason }),
      download: { mediaTypes: ['text/csv'] },
      reply: z.object({}),
      refusals: [],
    }),
    actions: Object.fromEntries(
      Object.entries(shape.actions).map(([action, declared]) => [
        action,
        defineAction(shape, action, declared),
      ]),
    ) as { readonly [Name in keyof R['actions']]: ActionRoute<R['id'], R['actions'][Name]> },
    many: Object.fromEntries(
      Object.entries(shape.actions)
        .filter(([, { many }]) => many === true)
        .map(([action, declared]) => [action, defineMany(shape, action, declared)]),
    ),
  };
}

/** Any resource, for what treats all of them alike. */
export type Resource = {
  readonly shape: ResourceShape;
  readonly list: Route;
  readonly get: Route;
  readonly exportCsv: Route;
  readonly actions: Readonly<Record<string, Route>>;
  /** Of those actions that may be done to many rows at once. */
  readonly many: Readonly<Record<string, Route>>;
};

export type RowOf<R extends { readonly shape: ResourceShape }> = {
  readonly [Name in keyof R['shape']['row']]: z.infer<R['shape']['row'][Name]['schema']>;
};
export type DetailOf<R extends { readonly shape: ResourceShape }> = {
  readonly [Name in keyof R['shape']['detail']]: z.infer<R['shape']['detail'][Name]['schema']>;
};

/** A field of a row or a page. */
export function field<const S extends Schema>(schema: S, read: readonly Role[]): Field<S> {
  return { schema, read };
}

/** Whether these roles may read the field of this name; of a name that there is not, nobody. */
export function mayRead(shape: ResourceShape, name: string, roles: readonly Role[]): boolean {
  const fields: Fields = { ...shape.row, ...shape.detail };
  const declared = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return declared !== undefined && isAllowed(roles, declared.read);
}

type Declared = { readonly shape: ResourceShape };
type ActionOf<
  R extends Declared,
  Name extends keyof R['shape']['actions'],
> = R['shape']['actions'][Name];
type Inferred<S extends Shape> = { readonly [Name in keyof S]: z.infer<S[Name]> };

export type IdOf<R extends Declared> = z.infer<R['shape']['id']>;
/** What an action is given beside its reason. */
export type ActionDeedOf<R extends Declared, Name extends keyof R['shape']['actions']> = Inferred<
  ActionOf<R, Name>['input']
>;
export type ActionReplyOf<R extends Declared, Name extends keyof R['shape']['actions']> = Inferred<
  ActionOf<R, Name>['reply']
>;
