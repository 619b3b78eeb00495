// A page of any list: sorted by one indexed column and the key, starting after the last row of the
// previous page (keyset). Nothing is counted, so every page costs the same.
import type { Kysely, RawBuilder } from 'kysely';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Cursor } from './cursor.ts';

/** The maximum matches per searched field; a longer search text narrows the result. */
const SEARCH_MATCHES_MAX = 500;
/** The highest character: it sorts after every character that can follow a prefix. */
const LAST_CHARACTER = '\u{10ffff}';

const TIMESTAMP =
  /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d)?$/;
/** The column types, each with whether a text is one of its values. */
const COLUMN_TYPES = {
  bigint: (text: string) => /^-?\d{1,18}$/.test(text),
  text: (text: string) => !text.includes('\0'),
  timestamptz: isTimestamp,
} as const;

/** An indexed expression that is never null, and its type. */
export type Column = {
  readonly by: RawBuilder<unknown>;
  readonly type: keyof typeof COLUMN_TYPES;
};

export type ListSource<Row> = {
  readonly select: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  /** The unique key, which orders otherwise equal rows. */
  readonly key: Column;
  /** The column of each of the resource's sorts. */
  readonly sorts: Readonly<Record<string, Column>>;
  /** The condition of each of the resource's filters. */
  readonly filters: Readonly<Record<string, (value: never) => RawBuilder<unknown>>>;
  /**
   * For each searched field: selects the keys of values that begin with the text, by an index; the
   * frame adds the limit. Undefined if the text can't match any value.
   */
  readonly search: Readonly<Record<string, (text: string) => RawBuilder<unknown> | undefined>>;
  /** Converts a record of the select. */
  toRow(record: unknown): Row;
};

export type ListQuery = {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly search: { readonly text: string; readonly fields: readonly string[] } | undefined;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly after: Cursor | undefined;
  readonly limit: number;
};

export type Page<Row> = { readonly rows: readonly Row[]; readonly next: Cursor | undefined };

const Ends = z.array(z.looseObject({ cursor_value: z.string(), cursor_key: z.string() }));

export async function listRows<Row>(
  db: Kysely<object>,
  source: ListSource<Row>,
  query: ListQuery,
): Promise<Page<Row>> {
  const { sort, order, limit } = query;
  const by = columnOf(source, sort);
  const direction = sql.raw(order);
  const { rows: found } = await sql`
    select ${source.select}, (${by.by})::text as cursor_value, (${source.key.by})::text as cursor_key
    from ${source.from}
    where ${sql.join(conditionsOf(source, query), sql` and `)}
    order by ${by.by} ${direction}, ${source.key.by} ${direction}
    limit ${limit + 1}`.execute(db);
  const page = found.slice(0, limit);
  const last = Ends.parse(page).at(-1);
  const next =
    found.length > limit && last !== undefined
      ? { sort, order, value: last.cursor_value, key: last.cursor_key }
      : undefined;
  return { rows: page.map(source.toRow), next };
}

/** Returns the row with this key. */
export async function findRow<Row>(
  db: Kysely<object>,
  source: ListSource<Row>,
  key: unknown,
): Promise<Row | undefined> {
  const { rows } = await sql`
    select ${source.select} from ${source.from} where ${source.key.by} = ${cast(key, source.key)}
    `.execute(db);
  return rows[0] === undefined ? undefined : source.toRow(rows[0]);
}

/** Selects the keys of all rows that the filters select, as the text column `key`. */
export function selectKeys(
  source: ListSource<unknown>,
  filters: ListQuery['filters'],
): RawBuilder<unknown> {
  const conditions = toConditions(source, filters);
  return sql`select (${source.key.by})::text as key from ${source.from}
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}`;
}

/** Returns whether a row with this key exists; false if the text can't be a key of the list. */
export async function hasRow(
  db: Kysely<object>,
  source: ListSource<unknown>,
  key: string,
): Promise<boolean> {
  if (!COLUMN_TYPES[source.key.type](key)) return false;
  const { rows } = await sql`
    select 1 from ${source.from} where ${source.key.by} = ${cast(key, source.key)}`.execute(db);
  return rows.length > 0;
}

/** Returns whether the cursor's values can come from this list. */
export function fitsCursor(source: ListSource<unknown>, { sort, value, key }: Cursor): boolean {
  return (
    Object.hasOwn(source.sorts, sort) &&
    COLUMN_TYPES[columnOf(source, sort).type](value) &&
    COLUMN_TYPES[source.key.type](key)
  );
}

/** A condition that an index on `by` answers; `by` is collated "C", which compares bytes. */
export function startsWith(by: RawBuilder<unknown>, text: string): RawBuilder<unknown> {
  return sql`(${by} >= ${text} and ${by} < ${text + LAST_CHARACTER})`;
}

function conditionsOf(
  source: ListSource<unknown>,
  { filters, search, sort, order, after }: ListQuery,
): readonly RawBuilder<unknown>[] {
  const { key } = source;
  const conditions = toConditions(source, filters);
  if (search !== undefined) conditions.push(toSearch(source, search));
  if (after !== undefined) {
    const by = columnOf(source, sort);
    const comparison = sql.raw(order === 'asc' ? '>' : '<');
    conditions.push(
      sql`(${by.by}, ${key.by}) ${comparison} (${cast(after.value, by)}, ${cast(after.key, key)})`,
    );
  }
  return conditions.length === 0 ? [sql`true`] : conditions;
}

function toConditions(
  source: ListSource<unknown>,
  filters: ListQuery['filters'],
): RawBuilder<unknown>[] {
  return Object.entries(filters).map(([name, value]) => {
    const toCondition = source.filters[name];
    if (toCondition === undefined) throw new Error(`no filter ${name}`);
    // The route's schema has validated the filter's value, so the cast is safe.
    return toCondition(value as never);
  });
}

/**
 * First finds the matching keys by index, because checking the search text row by row would be slow
 * if few rows match. The keys are passed as an array, because the planner would read the whole
 * table for a subquery of unknown size.
 */
function toSearch(
  source: ListSource<unknown>,
  { text, fields }: NonNullable<ListQuery['search']>,
): RawBuilder<unknown> {
  const selects = fields
    .map((field) => source.search[field]?.(text))
    .filter((select) => select !== undefined)
    .map((select) => sql`(${select} limit ${SEARCH_MATCHES_MAX})`);
  if (selects.length === 0) return sql`false`;
  return sql`${source.key.by} = any(array(${sql.join(selects, sql` union all `)}))`;
}

/**
 * Returns whether the text is an existing day and time. PostgreSQL rejects any other with an error.
 */
function isTimestamp(text: string): boolean {
  const [year = 0, month = 0, ...rest] = (TIMESTAMP.exec(text) ?? []).slice(1).map(Number);
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const at = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  return at.toISOString().slice(0, 19) === text.slice(0, 19).replace(' ', 'T');
}

function columnOf(source: ListSource<unknown>, sort: string): Column {
  const column = source.sorts[sort];
  if (column === undefined) throw new Error(`no order by ${sort}`);
  return column;
}

function cast(value: unknown, { type }: Column): RawBuilder<unknown> {
  return sql`${value}::${sql.raw(type)}`;
}
