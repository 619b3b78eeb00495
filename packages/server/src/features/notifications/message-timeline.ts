import { sql } from 'kysely';
import { eventKey, timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/** The notifications that a customer received. */
export const messageTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`created_at`,
      key: eventKey('message', sql`id`),
      event: sql`kind`,
      detail: sql`case when read_at is null then 'unread' else 'read' end`,
      from: sql`notifications where customer_id = ${page.customerId}`,
    },
    page,
  );
