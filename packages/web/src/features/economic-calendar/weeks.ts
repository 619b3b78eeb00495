// Weeks and days of the visitor's own time zone, Monday first.
import type { CalendarEvent } from '@halyard/contract/calendar';

const WEEK_DAYS = 7;

export type Week = { readonly fromMs: number; readonly toMs: number };

/**
 * Returns the week of a moment, moved by this many weeks. Days with a clock change have 23 or 25
 * hours.
 */
export function weekOf(atMs: number, offset: number): Week {
  const start = new Date(atMs);
  start.setHours(0, 0, 0, 0);
  const sinceMonday = (start.getDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  start.setDate(start.getDate() - sinceMonday + offset * WEEK_DAYS);
  const end = new Date(start);
  end.setDate(end.getDate() + WEEK_DAYS);
  return { fromMs: start.getTime(), toMs: end.getTime() };
}

export type Day = { readonly atMs: number; readonly events: readonly CalendarEvent[] };

/** Groups the events by day, both in order. */
export function toDays(events: readonly CalendarEvent[]): readonly Day[] {
  const days = new Map<number, CalendarEvent[]>();
  for (const event of events) {
    const atMs = new Date(event.at).setHours(0, 0, 0, 0);
    days.set(atMs, [...(days.get(atMs) ?? []), event]);
  }
  return [...days.entries()]
    .toSorted(([first], [second]) => first - second)
    .map(([atMs, found]) => ({ atMs, events: found }));
}
