import { sql } from 'kysely';
import { eventKey, timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/** A customer's uploads. */
export const documentTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`uploaded_at`,
      key: eventKey('document', sql`id`),
      event: sql`kind`,
      detail: sql`status`,
      about: sql`id`,
      from: sql`documents where customer_id = ${page.customerId}`,
    },
    page,
  );
