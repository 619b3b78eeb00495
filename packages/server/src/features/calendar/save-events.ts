import { DAY_MS } from '@halyard/core/time';
import { recordAudit } from '#platform/audit/audit.ts';
import {
  countEvents,
  countNew,
  deleteEvent,
  deleteEventsBefore,
  upsertEvents,
} from './event-store.ts';
import type { CalendarDeps, NewEvent } from './event-store.ts';

const KEPT_MS = 400 * DAY_MS;
export const EVENTS_STORED_MAX = 20_000;
const WRITTEN_AT_ONCE = 500;

export type Saved =
  | { readonly kind: 'saved'; readonly events: number }
  | { readonly kind: 'unfit'; readonly problems: readonly string[] };

/** Saves the events, either all or none, and deletes those older than KEPT_MS. */
export async function saveEvents(
  { db, clock }: CalendarDeps,
  events: readonly NewEvent[],
  by: string,
): Promise<Saved> {
  const atMs = clock.nowMs();
  const oldestMs = atMs - KEPT_MS;
  if (events.some((event) => event.atMs < oldestMs)) {
    return { kind: 'unfit', problems: ['Events older than 400 days are not kept.'] };
  }
  return await db.kysely.transaction().execute(async (tx) => {
    await deleteEventsBefore(tx, oldestMs);
    const stored = await countEvents(tx);
    // Only new events count towards the limit; an existing event gets new figures, so a file can be
    // imported again.
    if (stored + (await countNew(tx, events)) > EVENTS_STORED_MAX) {
      const problem = `There would be more than ${EVENTS_STORED_MAX} events: ${stored} are there.`;
      return { kind: 'unfit', problems: [problem] };
    }
    for (let at = 0; at < events.length; at += WRITTEN_AT_ONCE) {
      await upsertEvents(tx, events.slice(at, at + WRITTEN_AT_ONCE));
    }
    await recordAudit(tx, atMs, {
      actor: by,
      action: 'calendar.save',
      subject: 'calendar',
      after: { events: events.length },
    });
    return { kind: 'saved', events: events.length };
  });
}

export async function removeEvent(
  { db, clock }: CalendarDeps,
  { id, by }: { readonly id: number; readonly by: string },
): Promise<boolean> {
  return await db.kysely.transaction().execute(async (tx) => {
    const title = await deleteEvent(tx, id);
    if (title === undefined) return false;
    await recordAudit(tx, clock.nowMs(), {
      actor: by,
      action: 'calendar.remove',
      subject: `calendar:${id}`,
      before: { title },
    });
    return true;
  });
}
