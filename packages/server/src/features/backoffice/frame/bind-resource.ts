// The routes of a resource, from its declaration and from where its rows are. What a role may see
// and do is kept here once, for all of them.
import type {
  ActionDeedOf,
  ActionReplyOf,
  DetailOf,
  IdOf,
  Resource,
  ResourceShape,
  RowOf,
} from '@halyard/contract/backoffice/resource';
import { PAGE_ROWS } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import type { Refusal } from '@halyard/contract/refusals';
import { assertPresent } from '@halyard/core/assertion';
import { recordAudit, withAuditOrigin } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { Answer, RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { parseCursor, toCursorText } from './cursor.ts';
import { exportCsv } from './export-csv.ts';
import { findRow, fitsCursor, listRows } from './list-rows.ts';
import type { ListQuery, ListSource } from './list-rows.ts';
import { maskRow, mayAsk, readableFields } from './mask.ts';

export type FrameDeps = { readonly db: Database; readonly clock: Clock };

type Facts = Readonly<Record<string, unknown>>;

/** Who does it, and why. */
export type Deed<Id, Input> = {
  /** Of a row that is there; undefined where the action is on all of them. */
  readonly id: Id;
  readonly input: Input;
  readonly reason: string;
  /** As the audit log names them. */
  readonly actor: string;
  readonly staffId: number;
  readonly ip: string;
  /** Where the browser found us. */
  readonly origin: string;
};

type Declared = { readonly shape: ResourceShape };

export type ResourceSource<R extends Declared> = {
  readonly list: ListSource<RowOf<R>>;
  /** What the page of one shows beside the row; only what the caller may read is asked for. */
  readonly detail: {
    readonly [Name in keyof DetailOf<R>]: (id: IdOf<R>) => Promise<DetailOf<R>[Name]>;
  };
  /** What keeps an action from being done to this one, or nothing. */
  readonly refuse?: (
    id: IdOf<R>,
    action: keyof R['shape']['actions'],
  ) => Promise<Refusal | undefined>;
  readonly actions: ActionsOf<R>;
};

export type ActionsOf<R extends Declared> = {
  readonly [Name in keyof R['shape']['actions']]: (
    deed: Deed<IdOf<R>, ActionDeedOf<R, Name>>,
  ) => Promise<Answer<ActionReplyOf<R, Name>>>;
};

/** As the frame sees it: whatever its types are, the declaration has checked them. */
type AnySource = {
  readonly list: ListSource<Facts>;
  readonly detail: Readonly<Record<string, (id: unknown) => Promise<unknown>>>;
  readonly refuse?: (id: unknown, action: string) => Promise<Refusal | undefined>;
  readonly actions: Readonly<
    Record<string, (deed: Deed<unknown, unknown>) => Promise<Answer<unknown>>>
  >;
};

export function bindResource<const R extends Declared>(
  deps: FrameDeps,
  resource: R,
  source: ResourceSource<R>,
): readonly RouteBinding[] {
  const frame = {
    deps,
    // The two are held together by the types of this very function.
    resource: resource as unknown as Resource,
    source: source as unknown as AnySource,
  };
  return [bindList(frame), bindGet(frame), bindExport(frame), ...bindActions(frame)];
}

// What the frame itself reads of an input whose schema the declaration has.
const Selected = {
  search: z.optional(z.string()),
  sort: z.optional(z.string()),
  order: z.optional(z.enum(['asc', 'desc'])),
};
const ListInput = z.looseObject({
  ...Selected,
  after: z.optional(z.string()),
  limit: z.optional(z.number()),
});
const ExportInput = z.looseObject({ ...Selected, reason: z.string() });
const ActionInput = z.looseObject({ reason: z.string() });
const OneInput = z.object({ id: z.unknown() });

type Frame = {
  readonly deps: FrameDeps;
  readonly resource: Resource;
  readonly source: AnySource;
};

function bindList({ deps, resource, source }: Frame): RouteBinding {
  const { shape, list } = resource;
  return bind(list, async ({ query, caller }) => {
    const roles = caller.roles ?? [];
    const { after, limit, ...selection } = z.parse(ListInput, query);
    const read = readSelection(shape, selection, roles);
    if (read === undefined) return refused({ code: 'forbidden' });
    const cursor = after === undefined ? undefined : parseCursor(after);
    const isOfThisList =
      cursor !== undefined &&
      cursor.sort === read.sort &&
      cursor.order === read.order &&
      fitsCursor(source.list, cursor);
    if (after !== undefined && !isOfThisList) {
      return refused({ code: 'invalid', errors: { after: 'is not of a page of this list' } });
    }
    const page = await listRows(deps.db.kysely, source.list, {
      ...read,
      after: cursor,
      limit: limit ?? PAGE_ROWS,
    });
    return ok({
      rows: page.rows.map((row) => maskRow(shape, row, roles)),
      next: page.next === undefined ? null : toCursorText(page.next),
    });
  });
}

function bindGet({ deps, resource, source }: Frame): RouteBinding {
  const { shape, get } = resource;
  return bind(get, async ({ params, caller }) => {
    const roles = caller.roles ?? [];
    const { id } = z.parse(OneInput, params);
    const row = await findRow(deps.db.kysely, source.list, id);
    if (row === undefined) return refused({ code: 'not-found' });
    const detail: Record<string, unknown> = {};
    for (const name of Object.keys(maskRow(shape, shape.detail, roles))) {
      detail[name] = await assertPresent(source.detail[name], `${name} is read`)(id);
    }
    return ok({ ...maskRow(shape, row, roles), ...detail });
  });
}

function bindExport({ deps, resource, source }: Frame): RouteBinding {
  const { shape, exportCsv: route } = resource;
  return bind(route, async ({ query, caller, ip }) => {
    const roles = caller.roles ?? [];
    const { reason, ...selection } = z.parse(ExportInput, query);
    const read = readSelection(shape, selection, roles);
    if (read === undefined) return refused({ code: 'forbidden' });
    const fields = readableFields(shape, roles);
    const { filters, search, sort, order } = read;
    await withAuditOrigin({ ip, reason }, async () => {
      await recordAudit(deps.db.kysely, deps.clock.nowMs(), {
        actor: `staff:${caller.subjectId}`,
        action: `${shape.name}.export`,
        subject: shape.name,
        // Not what was searched for: it may name a customer, and the log is never erased.
        after: { fields, filters, sort, order, searched: search !== undefined },
      });
    });
    const wanted = { source: source.list, fields, query: read };
    const day = new Date(deps.clock.nowMs()).toISOString().slice(0, 10);
    return ok({
      mediaType: 'text/csv',
      fileName: `${shape.name}-${day}.csv`,
      content: exportCsv(deps.db.kysely, wanted),
    });
  });
}

function bindActions({ deps, resource, source }: Frame): readonly RouteBinding[] {
  return Object.entries(resource.actions).map(([name, route]) => {
    const act = assertPresent(source.actions[name], `${name} of ${resource.shape.name}`);
    return bind(route, async ({ params, body, caller, ip, origin }) => {
      const { reason, ...input } = z.parse(ActionInput, body);
      const id = route.params === undefined ? undefined : z.parse(OneInput, params).id;
      const isThere =
        id === undefined || (await findRow(deps.db.kysely, source.list, id)) !== undefined;
      if (!isThere) return refused({ code: 'not-found' });
      const refusal = id === undefined ? undefined : await source.refuse?.(id, name);
      if (refusal !== undefined) return refused(refusal);
      const staffId = caller.subjectId;
      const deed = { id, input, reason, actor: `staff:${staffId}`, staffId, ip, origin };
      return await withAuditOrigin({ ip, reason }, async () => await act(deed));
    });
  });
}

type Selection = Pick<ListQuery, 'filters' | 'search' | 'sort' | 'order'>;

/** What is asked for; undefined when it would tell what the caller may not read. */
function readSelection(
  shape: ResourceShape,
  asked: Facts & z.infer<typeof ListInput>,
  roles: readonly Role[],
): Selection | undefined {
  const { search, sort = shape.sorts[0], order = shape.order, ...filters } = asked;
  const given = Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined),
  );
  if (!mayAsk(shape, { filters: given, sort }, roles)) return undefined;
  const readable = new Set(readableFields(shape, roles));
  return {
    filters: given,
    search:
      search !== undefined
        ? { text: search, fields: shape.search.filter((name) => readable.has(name)) }
        : undefined,
    sort,
    order,
  };
}
