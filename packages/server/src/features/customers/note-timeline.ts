import { sql } from 'kysely';
import { eventKey, timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/** The notes of staff about a customer. */
export const noteTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`created_at`,
      key: eventKey('note', sql`id`),
      event: sql`'note'`,
      detail: sql`text`,
      actor: sql`author`,
      from: sql`customer_notes where customer_id = ${page.customerId}`,
    },
    page,
  );
