// What a query of a collection or singleton gets: languages, filters, order, links and shape as
// Cockpit v1 has them.
import { compileFilter, FilterUnfit, isTrue } from './match-filter.ts';
import { isRecord, storedKeys } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';

/** However many are asked for. */
const ROWS_MAX = 200;
const POPULATE_COMPONENTS = 3;

export type Query = {
  readonly filter?: unknown;
  readonly fields?: unknown;
  readonly limit?: unknown;
  readonly skip?: unknown;
  readonly sort?: unknown;
  readonly populate?: unknown;
  readonly simple?: unknown;
  readonly lang?: unknown;
  readonly ignoreDefaultFallback?: unknown;
};

export type View = {
  readonly snapshot: Snapshot;
  /** Whether entries that are not published are to be seen. */
  readonly seesDrafts: boolean;
};

/** Undefined for a collection that there is not. Throws FilterUnfit. */
export function answerCollection(view: View, name: string, query: Query): unknown {
  const found = view.snapshot.collections.get(name);
  if (found === undefined) return undefined;
  const { model } = found;
  const visible = listVisible(view, name);
  const matches = query.filter === undefined ? undefined : compileFilter(query.filter);
  const matching = sortBy(matches === undefined ? visible : visible.filter(matches), query.sort);
  const skip = toCount(query.skip) ?? 0;
  const limit = Math.min(toCount(query.limit) ?? ROWS_MAX, ROWS_MAX);
  const rows = matching
    .slice(skip, skip + limit)
    .map((entry) => show(view, { entry, model, query }));
  const isTree =
    model.sortable &&
    query.filter === undefined &&
    query.sort === undefined &&
    query.limit === undefined;
  const entries = isTree ? toTree(rows) : rows;
  if (isTrue(query.simple)) return entries;
  const isPart = query.limit !== undefined || skip > 0;
  return {
    fields: describeFields(model),
    entries,
    total: isPart ? matching.length : rows.length,
  };
}

/** Undefined for a singleton that there is not, or that has no field. */
export function answerSingleton(view: View, name: string, query: Query): Document | undefined {
  const found = view.snapshot.singletons.get(name);
  if (found === undefined || found.model.fields.length === 0) return undefined;
  const { model, data = {} } = found;
  return show(view, { entry: data, model, query });
}

function listVisible({ snapshot, seesDrafts }: View, name: string): readonly Document[] {
  const { model, entries } = snapshot.collections.get(name) ?? { model: undefined, entries: [] };
  if (seesDrafts) return entries;
  const hasDrafts = model?.fields.some((field) => field.name === 'published') === true;
  // A Cockpit may leave out what its fields are; what says that it is a draft is one all the same.
  const isDraft = (entry: Document): boolean =>
    (hasDrafts || Object.hasOwn(entry, 'published')) && !isTrue(entry['published']);
  return entries.filter((entry) => !isDraft(entry));
}

function show(
  view: View,
  {
    entry,
    model,
    query,
  }: { readonly entry: Document; readonly model: Model; readonly query: Query },
): Document {
  const localised = localise(withUnset(entry, model), model, query);
  const level = populateLevel(query.populate);
  const populated = level === 0 ? localised : populateLinks(view, localised, level);
  return pick(populated, query.fields);
}

/** What was never written is null. */
function withUnset(entry: Document, model: Model): Document {
  const unset: Record<string, null> = {};
  for (const { name } of model.fields) if (!(name in entry)) unset[name] = null;
  return { ...entry, ...unset };
}

function localise(entry: Document, model: Model, query: Query): Document {
  const { lang, ignoreDefaultFallback } = query;
  if (typeof lang !== 'string' || lang === '') return entry;
  const shown: Record<string, unknown> = { ...entry };
  for (const field of model.fields.filter(({ localize }) => localize)) {
    for (const { key, language } of storedKeys(field)) {
      if (language === undefined) continue;
      const target = key.replace(`_${language}`, '');
      if (language === lang) {
        const hasNone = hasNoFallback(ignoreDefaultFallback, field.name);
        shown[target] = valueIn(entry[key], hasNone ? null : entry[target]);
      }
      delete shown[key];
    }
  }
  return shown;
}

function valueIn(value: unknown, otherwise: unknown): unknown {
  return value === undefined || value === null || value === '' ? otherwise : value;
}

function hasNoFallback(ignored: unknown, name: string): boolean {
  return Array.isArray(ignored) ? ignored.includes(name) : isTrue(ignored);
}

function populateLevel(populate: unknown): number {
  if (populate === true || populate === 'true') return POPULATE_COMPONENTS;
  const level = Number(populate ?? 0);
  return Number.isFinite(level) ? level : 0;
}

/** Links are followed once: a linked entry's own links stay links. */
function populateLinks(view: View, entry: Document, level: number): Document {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (level >= POPULATE_COMPONENTS && /^components(_[a-z]{2})?$/.test(key)) {
        return [key, populateNodes(view, value)];
      }
      return [key, populateValue(view, value)];
    }),
  );
}

function populateValue(view: View, value: unknown): unknown {
  if (Array.isArray(value) && value.every(isLink)) return value.map((one) => follow(view, one));
  return isLink(value) ? follow(view, value) : value;
}

function populateNodes(view: View, nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes;
  return nodes.filter(isRecord).map((node) => {
    const { settings, children, columns } = node;
    const shown = isRecord(settings)
      ? Object.fromEntries(Object.entries(settings).map(([k, v]) => [k, populateValue(view, v)]))
      : settings;
    return {
      ...node,
      settings: shown,
      ...(children === undefined ? {} : { children: populateNodes(view, children) }),
      ...(columns === undefined ? {} : { columns: populateNodes(view, columns) }),
    };
  });
}

type Link = { readonly _id: string; readonly link: string };

function isLink(value: unknown): value is Link {
  return isRecord(value) && typeof value['_id'] === 'string' && typeof value['link'] === 'string';
}

/** A draft is no more to be seen through a link than by itself. */
function follow(view: View, { _id, link }: Link): Document {
  const target = listVisible(view, link).find((entry) => entry['_id'] === _id);
  return { ...target, _link: link };
}

/** Names with 1 are kept, or names with 0 are left out; the id is always kept. */
function pick(entry: Document, fields: unknown): Document {
  if (!isRecord(fields) || Object.keys(fields).length === 0) return entry;
  const wanted = Object.keys(fields).filter((name) => isTrue(fields[name]));
  const keeps = (key: string): boolean =>
    key === '_id' || (wanted.length > 0 ? wanted.includes(key) : !(key in fields));
  return Object.fromEntries(Object.entries(entry).filter(([key]) => keeps(key)));
}

function sortBy(entries: readonly Document[], sort: unknown): readonly Document[] {
  if (sort === undefined || sort === null) return entries;
  if (!isRecord(sort) || Object.keys(sort).length > 5) throw new FilterUnfit('not an order');
  return entries.toSorted((a, b) => {
    for (const [key, direction] of Object.entries(sort)) {
      const compared = compare(a[key], b[key]);
      if (compared !== 0) return Number(direction) < 0 ? -compared : compared;
    }
    return 0;
  });
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = [toText(a), toText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function toText(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : '';
}

function toTree(rows: readonly Document[]): readonly Document[] {
  const ids = new Set(rows.map((row) => row['_id']));
  const childrenOf = (parent: unknown, above: ReadonlySet<unknown>): readonly Document[] =>
    rows
      .filter((row) => (ids.has(row['_pid']) ? row['_pid'] : undefined) === parent)
      .filter((row) => !above.has(row['_id']))
      .toSorted((a, b) => Number(a['_o'] ?? 0) - Number(b['_o'] ?? 0))
      .map((row) => ({
        ...row,
        children: childrenOf(row['_id'], new Set([...above, row['_id']])),
      }));
  return childrenOf(undefined, new Set());
}

function describeFields(model: Model): Document {
  return Object.fromEntries(
    model.fields.map(({ name, type, localize, options }) => [
      name,
      { name, type, localize, options },
    ]),
  );
}

function toCount(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const count = Number(value);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}
