// The events of a timeline by day, both newest first.
type At = { readonly at: string };

export type DayOf<Event> = { readonly day: string; readonly events: readonly Event[] };

export function groupByDay<Event extends At>(
  events: readonly Event[],
  dayOf: (at: string) => string,
): readonly DayOf<Event>[] {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = dayOf(event.at);
    const known = days.get(day);
    if (known === undefined) days.set(day, [event]);
    else known.push(event);
  }
  return [...days].map(([day, ofDay]) => ({ day, events: ofDay }));
}
