// A back-office resource: declared once, with the roles for each field and action. Its routes,
// validation, client types, OpenAPI and the table of permissions follow from the declaration.
//
// Access is denied by default: a field or action can't be declared without roles.
import * as z from 'zod/mini';
import type { RejectionCode } from '../rejections.ts';
import { defineRoute, type Route } from '../route.ts';
import { Day, PlainLine } from '../wire.ts';
import { defineExports, type ExportRoutes } from './export-routes.ts';
import type { Ending } from './endings.ts';
import type { ActionPresentation, Presentation } from './presentation.ts';
import { isAllowed, type Role } from './roles.ts';

export const PAGE_ROWS = 50;
export const PAGE_ROWS_MAX = 200;
/** The maximum rows of an export; a longer export is truncated and says so in its last line. */
export const EXPORT_ROWS_MAX = 100_000;
/** The maximum rows of a bulk action. */
export const MANY_ROWS_MAX = 100;
export const REASON_LENGTH_MIN = 3;
export const REASON_LENGTH_MAX = 500;
const SEARCH_LENGTH_MAX = 100;
const CURSOR_LENGTH_MAX = 1_000;

export type Schema = z.ZodMiniType;

/** A field and the roles that can read it; it is omitted for other roles. */
export type Field<S extends Schema = Schema> = {
  readonly schema: S;
  readonly read: readonly Role[];
};
export type Fields = Readonly<Record<string, Field>>;
export type RowFields = Fields & { readonly id: Field };

/** A list filter. It reveals `fields`, so only roles that can read them can use it. */
export type Filter<S extends Schema = Schema> = {
  readonly schema: S;
  readonly fields: readonly string[];
};
export type Filters = Readonly<Record<string, Filter>>;

type Shape = Readonly<Record<string, Schema>>;

export type Action = ActionPresentation & {
  readonly summary: string;
  readonly roles: readonly Role[];
  /**
   * What the action works on: one record, or the resource as a whole ('all'), such as adding a
   * record.
   */
  readonly on: 'one' | 'all';
  /**
   * Set if staff can run the action on many records, each processed separately. Only for actions
   * that move no money, grant nothing and need no individual review.
   */
  readonly many?: true;
  /** Set if the record no longer exists afterwards: its page leads back to the list. */
  readonly removes?: true;
  /** The action's inputs besides the reason, which every action requires. */
  readonly input: Shape;
  /**
   * Inputs that repeat fields of the page as the caller saw them. A form sends them as they were
   * when the page was opened, without showing them.
   */
  readonly seen?: readonly string[];
  /** The maximum size of the request body, for inputs that can be larger than usual. */
  readonly bodyBytesMax?: number;
  readonly reply: Shape;
  /** The action's error codes besides those of every action. */
  readonly rejections: readonly RejectionCode[];
};
export type Actions = Readonly<Record<string, Action>>;

/** A tab of the record's page. Fields that no tab names appear above the tabs. */
export type Tab = {
  readonly name: string;
  /** The tab's fields, from the row and the detail. */
  readonly fields: readonly string[];
  /** Other resources whose rows for this record the tab lists. */
  readonly lists?: readonly string[];
  /** Whether each listed row shows its own actions. */
  readonly listsWithActions?: true;
  readonly actions?: readonly string[];
  /** The part of the tab that has a component of its own in the web app; it is shown first. */
  readonly part?: {
    readonly roles: readonly Role[];
    /** The lists of the tab that this component shows itself. */
    readonly lists?: readonly string[];
  };
};

export type ResourceShape = Presentation & {
  /** The name in the URL, such as 'customers'. */
  readonly name: string;
  /** The name of the list, such as 'Customers'. */
  readonly title: string;
  /** The schema of the id in a URL. */
  readonly id: Schema;
  /** Roles that can list and open records; each field has its own roles in addition. */
  readonly read: readonly Role[];
  readonly row: RowFields;
  /** The fields that only the record's page shows. */
  readonly detail: Fields;
  /** The fields that `search` matches, as far as the caller can read them. */
  readonly search: readonly string[];
  readonly filters: Filters;
  /** Fields of the row, each with an index. The first is the default order. */
  readonly sorts: readonly [string, ...string[]];
  readonly order: 'asc' | 'desc';
  /** Roles that can export the list. */
  readonly export: readonly Role[];
  readonly actions: Actions;
  readonly endings?: readonly Ending[];
  /** Tabs, if the record's page is too large to read as a whole. */
  readonly tabs?: readonly Tab[];
};

/** Why the action is done; for the audit log. */
export const Reason = PlainLine(REASON_LENGTH_MAX).check(
  z.minLength(REASON_LENGTH_MIN, `has minimum ${REASON_LENGTH_MIN} characters`),
);

/** Changes whenever the customer's profile changes. */
export const ProfileVersion = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** A whole number in a URL. */
export const PathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number above zero')),
  z.transform(Number),
);

/** A boolean in a URL: '0' or '1'. */
export const QueryFlag = z.enum(['0', '1']);

/** A UTC day in a URL. */
export const QueryDay = Day('2026-12-31');

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

/**
 * The part of a row or page that a caller gets: the id, and the fields that their roles can read.
 */
function masked<F extends RowFields>(fields: F): Masked<F> {
  const { id, ...others } = fields;
  const optional = Object.entries(others).map(([name, { schema }]) => [name, z.optional(schema)]);
  return z.object({ id: id.schema, ...Object.fromEntries(optional) }) as unknown as Masked<F>;
}

function schemasOf<F extends Filters>(filters: F): FilterSchemas<F> {
  const optional = Object.entries(filters).map(([name, { schema }]) => [name, z.optional(schema)]);
  return Object.fromEntries(optional) as FilterSchemas<F>;
}

/** The query of a list and its export. */
function selectionOf<const R extends ResourceShape>(shape: R) {
  return {
    ...schemasOf<R['filters']>(shape.filters),
    /** What the list searches for: the beginning of one of the searched fields. */
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
    rejections: [...(isOnOne ? (['not-found'] as const) : []), ...action.rejections],
  });
  return route as Omit<typeof route, 'params'> & ParamsOfAction<S, A>;
}
type ParamsOfAction<S extends Schema, A extends Action> = A['on'] extends 'one'
  ? { readonly params: z.ZodMiniObject<{ readonly id: S }, z.core.$strict> }
  : Record<never, never>;
type ActionRoute<S extends Schema, A extends Action> = ReturnType<typeof defineAction<S, A>>;

const MANY_OUTCOMES = ['done', 'unchanged', 'refused'] as const;

/** The result for each record, in the order of the ids. */
export const ManyReply = z.object({
  /** How many records the bulk action changed. */
  done: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(MANY_OUTCOMES),
      /** Why a record was rejected; null if it was not. */
      why: z.nullable(z.string()),
    }),
  ),
});
export type ManyReply = z.infer<typeof ManyReply>;

/** The bulk variant of an action: each record is checked, rejected and recorded separately. */
function defineMany(shape: ResourceShape, name: string, action: Action) {
  return defineRoute({
    method: 'POST',
    path: `/api/backoffice/${shape.name}/${name}`,
    summary: `${action.summary} Of up to ${MANY_ROWS_MAX}, each by itself: a rejected one does not affect the others.`,
    access: 'staff',
    roles: action.roles,
    rate: 'ordinary',
    body: z.strictObject({
      reason: Reason,
      ids: z.array(shape.id).check(z.minLength(1), z.maxLength(MANY_ROWS_MAX)),
      ...action.input,
    }),
    reply: ManyReply,
    rejections: [],
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
      summary: `${title}: a page of the list, without the fields that the caller can't read.`,
      roles: read,
      query: z.strictObject({
        ...selection,
        /** The position to continue after: the `next` of the previous page. */
        after: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
        limit: z.optional(PageLimit),
      }),
      reply: z.object({
        rows: z.array(masked<R['row']>(shape.row)),
        /** The position that the next page continues after; null on the last page. */
        next: z.nullable(z.string()),
      }),
      rejections: [],
    }),
    get: defineRoute({
      ...ofStaff,
      path: `${base}/{id}`,
      summary: `${title}: one record, without the fields that the caller can't read.`,
      roles: read,
      params: z.strictObject({ id: shape.id }),
      reply: masked<R['row'] & R['detail']>({ ...shape.row, ...shape.detail }),
      rejections: ['not-found'],
    }),
    ...defineExports({
      path: base,
      what: `${title}: the list, at most ${EXPORT_ROWS_MAX} rows,`,
      roles: shape.export,
      query: { ...selection, reason: Reason },
      rejections: [],
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

/** Any resource, for code that treats all resources alike. */
export type Resource = ExportRoutes & {
  readonly shape: ResourceShape;
  readonly list: Route;
  readonly get: Route;
  readonly actions: Readonly<Record<string, Route>>;
  /** The actions that are offered for many records at once. */
  readonly many: Readonly<Record<string, Route>>;
};

export type RowOf<R extends { readonly shape: ResourceShape }> = {
  readonly [Name in keyof R['shape']['row']]: z.infer<R['shape']['row'][Name]['schema']>;
};
export type DetailOf<R extends { readonly shape: ResourceShape }> = {
  readonly [Name in keyof R['shape']['detail']]: z.infer<R['shape']['detail'][Name]['schema']>;
};

/** Returns a field of a row or page. */
export function field<const S extends Schema>(schema: S, read: readonly Role[]): Field<S> {
  return { schema, read };
}

/** Returns whether these roles can read the field; false for an unknown field. */
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
/** An action's inputs besides its reason. */
export type ActionRequestOf<
  R extends Declared,
  Name extends keyof R['shape']['actions'],
> = Inferred<ActionOf<R, Name>['input']>;
export type ActionReplyOf<R extends Declared, Name extends keyof R['shape']['actions']> = Inferred<
  ActionOf<R, Name>['reply']
>;
