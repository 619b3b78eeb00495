import { IMPORTANCES } from '@halyard/contract/calendar';
import type { Importance } from '@halyard/contract/calendar';
import { assertPresent } from '@halyard/core/assertion';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tables } from '#platform/db/db.ts';

type CalendarTables = Pick<Tables, 'calendar_events'>;

export type CalendarDeps = { readonly db: Database; readonly clock: Clock };

export type NewEvent = {
  readonly atMs: number;
  readonly currency: string;
  readonly importance: Importance;
  readonly title: string;
  readonly actual: string | null;
  readonly forecast: string | null;
  readonly previous: string | null;
};

export type StoredEvent = NewEvent & { readonly id: number };

/** Returns the events from a moment on, earliest first, at most `limit`. */
export async function listEventsFrom(
  db: Kysely<object>,
  { fromMs, limit }: { readonly fromMs: number; readonly limit: number },
): Promise<readonly StoredEvent[]> {
  const rows = await tables(db)
    .selectFrom('calendar_events')
    .selectAll()
    .where('at', '>=', new Date(fromMs))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ at, importance, ...row }) => ({
    ...row,
    atMs: at.getTime(),
    importance: assertPresent(
      IMPORTANCES.find((one) => one === importance),
      'an importance is one of three',
    ),
  }));
}

/** Stores events; existing ones get the new figures. */
export async function upsertEvents(db: Kysely<object>, events: readonly NewEvent[]): Promise<void> {
  await tables(db)
    .insertInto('calendar_events')
    .values(events.map(({ atMs, ...event }) => ({ ...event, at: new Date(atMs) })))
    .onConflict((conflict) =>
      conflict.columns(['at', 'currency', 'title']).doUpdateSet({
        importance: sql<number>`excluded.importance`,
        actual: sql<string | null>`excluded.actual`,
        forecast: sql<string | null>`excluded.forecast`,
        previous: sql<string | null>`excluded.previous`,
      }),
    )
    .execute();
}

export async function countEvents(db: Kysely<object>): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('calendar_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns how many of these don't exist yet. */
export async function countNew(db: Kysely<object>, events: readonly NewEvent[]): Promise<number> {
  const keys = events.map(({ atMs, currency, title }) => ({ at: new Date(atMs), currency, title }));
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from json_to_recordset(${JSON.stringify(keys)}::json)
      as e (at timestamptz, currency text, title text)
    where not exists (
      select from calendar_events c
      where c.at = e.at and c.currency = e.currency and c.title = e.title
    )`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function deleteEventsBefore(db: Kysely<object>, beforeMs: number): Promise<void> {
  await tables(db).deleteFrom('calendar_events').where('at', '<', new Date(beforeMs)).execute();
}

/** Returns the title of the deleted event; undefined if there was none. */
export async function deleteEvent(db: Kysely<object>, id: number): Promise<string | undefined> {
  const deleted = await tables(db)
    .deleteFrom('calendar_events')
    .where('id', '=', id)
    .returning('title')
    .executeTakeFirst();
  return deleted?.title;
}

function tables(db: Kysely<object>): Kysely<CalendarTables> {
  return db.withTables<CalendarTables>();
}
