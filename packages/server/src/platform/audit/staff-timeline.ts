import { sql } from 'kysely';
import { eventKey, timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/** What staff and operators did about a customer; notes are events of their own. */
export const staffTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`at`,
      key: eventKey('audit', sql`id`),
      event: sql`action`,
      detail: sql`reason`,
      actor: sql`actor`,
      about: sql`id`,
      from: sql`audit_events where subject = ${`customer:${page.customerId}`}
        and (actor like 'staff:%' or actor like 'operator:%') and action <> 'customer.note'`,
    },
    page,
  );
