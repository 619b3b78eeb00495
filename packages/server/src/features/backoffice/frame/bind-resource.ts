// Generates the routes of a resource from its declaration and its rows, and enforces the roles'
// permissions in one place.
import type { Resource, ResourceShape } from '@halyard/contract/backoffice/resource';
import { WORKBOOK_MEDIA_TYPE } from '@halyard/contract/backoffice/export-routes';
import { PAGE_ROWS } from '@halyard/contract/backoffice/resource';
import type { Role } from '@halyard/contract/backoffice/roles';
import { assertPresent } from '@halyard/core/assertion';
import { recordAudit, withAuditOrigin } from '#platform/audit/audit.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import * as z from 'zod/mini';
import { isoDay } from '#platform/clock/clock.ts';
import { bindActions, bindMany } from './bind-actions.ts';
import { parseCursor, toCursorText } from './cursor.ts';
import { exportCsv, exportWorkbook } from './export-rows.ts';
import { findRow, fitsCursor, listRows } from './list-rows.ts';
import type { ListQuery } from './list-rows.ts';
import { maskRow, mayAsk, readableFields } from './mask.ts';
import type {
  AnySource,
  Declared,
  Facts,
  Frame,
  FrameDeps,
  ResourceSource,
} from './resource-source.ts';

export function bindResource<const R extends Declared>(
  deps: FrameDeps,
  resource: R,
  source: ResourceSource<R>,
): readonly RouteBinding[] {
  const frame = {
    deps,
    // The cast is safe: the types of this function keep declaration and rows in agreement.
    resource: resource as unknown as Resource,
    source: source as unknown as AnySource,
  };
  return [
    bindList(frame),
    bindGet(frame),
    bindExport(frame, 'csv'),
    bindExport(frame, 'xlsx'),
    ...bindActions(frame),
    ...bindMany(frame),
  ];
}

// The query inputs that the frame itself reads; the declaration has the complete schema.
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
const ExportInput = z.looseObject({
  ...Selected,
  reason: z.string(),
  header: z.optional(z.record(z.string(), z.string())),
});
const OneInput = z.object({ id: z.unknown() });

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
    const reader = { actor: `staff:${caller.subjectId}` };
    const detail: Record<string, unknown> = {};
    for (const name of Object.keys(maskRow(shape, shape.detail, roles))) {
      detail[name] = await assertPresent(source.detail[name], `${name} is read`)(id, reader);
    }
    return ok({ ...maskRow(shape, row, roles), ...detail });
  });
}

function bindExport({ deps, resource, source }: Frame, format: 'csv' | 'xlsx'): RouteBinding {
  const { shape } = resource;
  const route = format === 'csv' ? resource.exportCsv : resource.exportWorkbook;
  return bind(route, async ({ query, caller, ip }) => {
    const roles = caller.roles ?? [];
    const { reason, header, ...selection } = z.parse(ExportInput, query);
    const read = readSelection(shape, selection, roles);
    if (read === undefined) return refused({ code: 'forbidden' });
    const fields = readableFields(shape, roles);
    const { filters, search, sort, order } = read;
    await withAuditOrigin({ ip, reason }, async () => {
      await recordAudit(deps.db.kysely, deps.clock.nowMs(), {
        actor: `staff:${caller.subjectId}`,
        action: `${shape.name}.export`,
        subject: shape.name,
        // The entry omits the search text, which can name a customer, because the log is never
        // erased.
        after: { fields, filters, sort, order, searched: search !== undefined, format },
      });
    });
    const wanted = { source: source.list, fields, query: read, header };
    const nowMs = deps.clock.nowMs();
    const fileName = `${shape.name}-${isoDay(nowMs)}.${format}`;
    return format === 'csv'
      ? ok({ mediaType: 'text/csv', fileName, content: exportCsv(deps.db.kysely, wanted) })
      : ok({
          mediaType: WORKBOOK_MEDIA_TYPE,
          fileName,
          content: exportWorkbook(deps.db.kysely, wanted, nowMs),
        });
  });
}

type Selection = Pick<ListQuery, 'filters' | 'search' | 'sort' | 'order'>;

/** Returns the requested query; undefined if it would reveal what the caller can't read. */
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
