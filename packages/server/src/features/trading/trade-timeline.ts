import { sql } from 'kysely';
import { eventKey, timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/**
 * A customer's fills. A closed part of a position has its own row, so it has an opening of its own,
 * with its own margin.
 */
export const openedTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`opened_at`,
      key: eventKey('opened', sql`id`),
      event: sql`direction`,
      detail: sql`symbol || ' × ' || leverage`,
      amountCents: sql`amount_cents`,
      about: sql`id`,
      from: sql`positions where account_id = ${page.customerId}`,
    },
    page,
  );

export const closedTimeline: TimelinePart = (page) =>
  timelinePart(
    {
      at: sql`closed_at`,
      key: eventKey('closed', sql`id`),
      event: sql`'closed-' || closing_reason`,
      detail: sql`symbol`,
      amountCents: sql`profit_cents`,
      about: sql`id`,
      from: sql`positions where account_id = ${page.customerId} and closed_at is not null`,
    },
    page,
  );
