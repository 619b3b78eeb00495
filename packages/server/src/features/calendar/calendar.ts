// The economic calendar: staff enter the figures, everyone can see them.
import { listCalendarEvents } from '@halyard/contract/calendar';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import { bind, ok, refused } from '#platform/http/http.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import { createEventCache } from './event-cache.ts';
import type { EventQuery } from './event-cache.ts';
import { listEventsFrom } from './event-store.ts';
import type { CalendarDeps, NewEvent, StoredEvent } from './event-store.ts';
import { readEventFile } from './read-event-file.ts';
import { removeEvent, saveEvents } from './save-events.ts';
import type { Saved } from './save-events.ts';

export { readEvent } from './read-event.ts';
export type { NewEvent, StoredEvent } from './event-store.ts';

export type Calendar = {
  readonly routes: readonly RouteBinding[];
  /**
   * Saves events. One with the same time, currency and title as a stored one gets the new figures.
   */
  save(events: readonly NewEvent[], by: string): Promise<Saved>;
  /** Imports the text of a CSV file, either completely or not at all. */
  importFile(text: string, by: string): Promise<Saved>;
  /** Removes an event; false if there is none. */
  remove(id: number, by: string): Promise<boolean>;
  /** Returns the events from a moment on, earliest first, at most `limit`. */
  list(fromMs: number, limit: number): Promise<readonly StoredEvent[]>;
};

export type CalendarOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: { readonly economics: boolean };
};

export function createCalendar(options: CalendarOptions): Calendar {
  const { db, settings } = options;
  const deps: CalendarDeps = options;
  const cache = createEventCache(deps);
  const save: Calendar['save'] = async (events, by) => {
    const saved = await saveEvents(deps, events, by);
    cache.forget();
    return saved;
  };
  return {
    save,
    importFile: async (text, by) => {
      const read = readEventFile(text);
      return read.kind === 'unfit' ? read : await save(read.events, by);
    },
    remove: async (id, by) => {
      const isRemoved = await removeEvent(deps, { id, by });
      cache.forget();
      return isRemoved;
    },
    list: async (fromMs, limit) => await listEventsFrom(db.kysely, { fromMs, limit }),
    routes: [
      bind(listCalendarEvents, async ({ query }) => {
        if (!settings.economics) return refused({ code: 'not-found' });
        return ok((await cache.find(toQuery(query))).map(toWire));
      }),
    ],
  };
}

function toQuery(query: {
  readonly from: number;
  readonly to: number;
  readonly currencies?: string | undefined;
  readonly importance?: string | undefined;
}): EventQuery {
  return {
    fromMs: query.from,
    toMs: query.to,
    currencies: toSet(query.currencies),
    importances: toSet(query.importance),
  };
}

function toSet(list: string | undefined): ReadonlySet<string> | undefined {
  return list === undefined ? undefined : new Set(list.split(','));
}

function toWire({ atMs, ...event }: StoredEvent) {
  return { ...event, at: new Date(atMs).toISOString() };
}
