// The result of a query of a collection or singleton: languages, filters, order, links and shape as
// in Cockpit v1.
import { compileFilter, FilterUnfit, isTrue, jsonOf, valueAt } from './match-filter.ts';
import { isRecord, storedKeys } from './model.ts';
import type { Document, Model, Snapshot } from './model.ts';

/** The maximum number of rows in a reply, regardless of the requested limit. */
const ROWS_MAX = 200;
const POPULATE_COMPONENTS = 3;
/** The maximum number of links per reply: each can include an entry of any size. */
const LINKS_MAX = 1_000;
const LINKED_CHARACTERS_MAX = 4_000_000;
const SORT_KEYS_MAX = 5;

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
  /** Whether the caller sees unpublished entries. */
  readonly seesDrafts: boolean;
};

/** Returns the answer for a collection; undefined for an unknown one. Throws FilterUnfit. */
export function answerCollection(view: View, name: string, query: Query): unknown {
  const found = view.snapshot.collections.get(name);
  if (found === undefined) return undefined;
  const { model } = found;
  const visible = listVisible(view, name);
  const matches = query.filter === undefined ? undefined : compileFilter(query.filter);
  const matching = sortBy(matches === undefined ? visible : visible.filter(matches), query.sort);
  const skip = toCount(query.skip) ?? 0;
  const wanted = toCount(query.limit) ?? 0;
  const hasLimit = wanted > 0;
  const asked = createAsked(view, query);
  const rows = matching
    .slice(skip, skip + (hasLimit ? Math.min(wanted, ROWS_MAX) : ROWS_MAX))
    .map((entry) => show(asked, entry, model));
  const isTree =
    model.sortable && query.filter === undefined && query.sort === undefined && !hasLimit;
  const entries = isTree ? toTree(rows) : rows;
  if (isTrue(query.simple)) return entries;
  const isPart = hasLimit || skip > 0;
  return {
    fields: describeFields(model),
    entries,
    total: isPart ? matching.length : rows.length,
  };
}

/** Returns the answer for a singleton; undefined for an unknown one or field. */
export function answerSingleton(view: View, name: string, query: Query): Document | undefined {
  const found = view.snapshot.singletons.get(name);
  if (found === undefined || found.model.fields.length === 0) return undefined;
  const { model, data = {} } = found;
  return show(createAsked(view, query), data, model);
}

function listVisible({ snapshot, seesDrafts }: View, name: string): readonly Document[] {
  const { model, entries } = snapshot.collections.get(name) ?? { model: undefined, entries: [] };
  if (seesDrafts) return entries;
  const hasDrafts = model?.fields.some((field) => field.name === 'published') === true;
  // Returns whether an entry is a draft. A Cockpit can omit the fields, so an entry is published
  // unless it says otherwise.
  const isDraft = (entry: Document): boolean =>
    (hasDrafts || Object.hasOwn(entry, 'published')) && !isTrue(entry['published']);
  return entries.filter((entry) => !isDraft(entry));
}

/** One query, with the number of links that it can still include. */
type Asked = {
  readonly view: View;
  readonly query: Query;
  readonly links: { left: number; charactersLeft: number };
};

function createAsked(view: View, query: Query): Asked {
  return { view, query, links: { left: LINKS_MAX, charactersLeft: LINKED_CHARACTERS_MAX } };
}

function show(asked: Asked, entry: Document, model: Model): Document {
  const { query } = asked;
  const localised = localise(withUnset(entry, model), model, query);
  const level = populateLevel(query.populate);
  const populated = level === 0 ? localised : populateLinks(asked, localised, level);
  return pick(populated, query.fields);
}

/** Returns the entry with null for each value that was never set. */
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

/** Replaces links by their entries. Links are followed once: those of a linked entry stay links. */
function populateLinks(asked: Asked, entry: Document, level: number): Document {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      if (level >= POPULATE_COMPONENTS && /^components(_[a-z]{2})?$/.test(key)) {
        return [key, populateNodes(asked, value)];
      }
      return [key, populateValue(asked, value)];
    }),
  );
}

function populateValue(asked: Asked, value: unknown): unknown {
  if (Array.isArray(value) && value.every(isLink)) return value.map((one) => follow(asked, one));
  return isLink(value) ? follow(asked, value) : value;
}

function populateNodes(asked: Asked, nodes: unknown): unknown {
  if (!Array.isArray(nodes)) return nodes;
  return nodes.filter(isRecord).map((node) => {
    const { settings, children, columns } = node;
    const shown = isRecord(settings)
      ? Object.fromEntries(Object.entries(settings).map(([k, v]) => [k, populateValue(asked, v)]))
      : settings;
    return {
      ...node,
      settings: shown,
      ...(children === undefined ? {} : { children: populateNodes(asked, children) }),
      ...(columns === undefined ? {} : { columns: populateNodes(asked, columns) }),
    };
  });
}

type Link = { readonly _id: string; readonly link: string };

function isLink(value: unknown): value is Link {
  return isRecord(value) && typeof value['_id'] === 'string' && typeof value['link'] === 'string';
}

/**
 * Returns the linked entry in the query's language. A draft is no more visible through a link than
 * directly.
 */
function follow({ view, query, links }: Asked, { _id, link }: Link): Document {
  const target = listVisible(view, link).find((entry) => entry['_id'] === _id);
  const model = view.snapshot.collections.get(link)?.model;
  links.left -= 1;
  links.charactersLeft -= target === undefined ? 0 : jsonOf(target).length;
  if (links.left < 0 || links.charactersLeft < 0) throw new FilterUnfit('too many links');
  const shown = target && model ? localise(target, model, query) : target;
  return { ...shown, _link: link };
}

/**
 * Selects fields: those marked 1, or all but those marked 0. The id is included unless it is
 * omitted by name.
 */
function pick(entry: Document, fields: unknown): Document {
  if (!isRecord(fields) || Object.keys(fields).length === 0) return entry;
  const wanted = Object.keys(fields).filter((name) => isTrue(fields[name]));
  const keeps = (key: string): boolean =>
    key === '_id'
      ? !('_id' in fields) || isTrue(fields['_id'])
      : wanted.length > 0
        ? wanted.includes(key)
        : !(key in fields);
  return Object.fromEntries(Object.entries(entry).filter(([key]) => keeps(key)));
}

function sortBy(entries: readonly Document[], sort: unknown): readonly Document[] {
  if (sort === undefined || sort === null) return entries;
  if (!isRecord(sort) || Object.keys(sort).length > SORT_KEYS_MAX)
    throw new FilterUnfit('not an order');
  return entries.toSorted((a, b) => {
    for (const [key, direction] of Object.entries(sort)) {
      const compared = compare(valueAt(a, key), valueAt(b, key));
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
