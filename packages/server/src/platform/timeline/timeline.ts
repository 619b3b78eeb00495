// The events of a customer for staff: each feature turns rows of its own tables into a part, and the
// back office merges the parts, newest first.
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The end of a page: the next page contains only older events. */
export type TimelineEnd = {
  /** Microseconds since 1970, the precision of the database. */
  readonly atMicros: string;
  readonly key: string;
};

export type TimelinePage = {
  readonly customerId: number;
  /** Undefined for the first page. */
  readonly before: TimelineEnd | undefined;
  readonly limit: number;
};

export type TimelineEvent = {
  readonly at: RawBuilder<unknown>;
  /** Unique among all events, and ordered as text: it orders events of the same moment. */
  readonly key: RawBuilder<unknown>;
  /** The kind of event, as a word for which the screen has a text. */
  readonly event: RawBuilder<unknown>;
  readonly detail?: RawBuilder<unknown>;
  readonly amountCents?: RawBuilder<unknown>;
  readonly actor?: RawBuilder<unknown>;
  /** The id of the record that shows more. */
  readonly about?: RawBuilder<unknown>;
  /** The table and the condition that selects the customer's rows by an index. */
  readonly from: RawBuilder<unknown>;
};

/** Returns the newest events of one kind before the page's end. */
export type TimelinePart = (page: TimelinePage) => RawBuilder<unknown>;

const NOTHING = sql`null`;

/** Selects the page's events; each part has at most the page's limit. */
export function timelinePart(
  event: TimelineEvent,
  { before, limit }: TimelinePage,
): RawBuilder<unknown> {
  const { detail = NOTHING, amountCents = NOTHING, actor = NOTHING, about = NOTHING } = event;
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`(e.at, e.key collate "C") < (
          timestamptz 'epoch' + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}
        )`;
  return sql`select * from (
      select ${event.at} as at, ${event.key} as key, ${event.event}::text as event,
        ${detail}::text as detail, ${amountCents}::bigint as amount_cents, ${actor}::text as actor,
        ${about}::text as about
      from ${event.from}
    ) e where ${isBefore} order by e.at desc, e.key collate "C" desc limit ${limit}`;
}

/** The key of an event by its row: ids as text have the order of the numbers. */
export function eventKey(kind: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${kind}::text || ':' || lpad(${id}::text, 15, '0')`;
}
