import { CALENDAR_EVENTS_MAX } from '@halyard/contract/calendar';
import { MINUTE_MS } from '@halyard/core/time';
import { listEventsFrom } from './event-store.ts';
import type { CalendarDeps, StoredEvent } from './event-store.ts';
import { EVENTS_STORED_MAX } from './save-events.ts';

/**
 * How long the cache is used. Changes by this program are shown at once; another program on this
 * database can write, too.
 */
const FRESH_FOR_MS = MINUTE_MS;

export type EventQuery = {
  readonly fromMs: number;
  /** The end of the period, exclusive. */
  readonly toMs: number;
  readonly currencies: ReadonlySet<string> | undefined;
  /** The importances to return, as texts; undefined for all. */
  readonly importances: ReadonlySet<string> | undefined;
};

export type EventCache = {
  /** Returns the matching events, earliest first, at most CALENDAR_EVENTS_MAX. */
  find(query: EventQuery): Promise<readonly StoredEvent[]>;
  forget(): void;
};

/** All events in memory, because every visitor requests a period in their own time zone. */
export function createEventCache({ db, clock }: CalendarDeps): EventCache {
  let kept: { readonly events: Promise<readonly StoredEvent[]>; readonly atMs: number } | undefined;
  const read = async (): Promise<readonly StoredEvent[]> => {
    const nowMs = clock.nowMs();
    if (kept !== undefined && nowMs - kept.atMs < FRESH_FOR_MS) return await kept.events;
    const events = listEventsFrom(db.kysely, { fromMs: 0, limit: EVENTS_STORED_MAX });
    const reading = { events, atMs: nowMs };
    kept = reading;
    try {
      return await events;
    } catch (error) {
      if (kept === reading) kept = undefined;
      throw error;
    }
  };
  return {
    find: async ({ fromMs, toMs, currencies, importances }) => {
      const isWanted = (event: StoredEvent): boolean =>
        event.atMs >= fromMs &&
        event.atMs < toMs &&
        currencies?.has(event.currency) !== false &&
        importances?.has(String(event.importance)) !== false;
      return (await read()).filter(isWanted).slice(0, CALENDAR_EVENTS_MAX);
    },
    forget: () => {
      kept = undefined;
    },
  };
}
