import { sql } from 'kysely';
import { timelinePart } from '#platform/timeline/timeline.ts';
import type { TimelinePart } from '#platform/timeline/timeline.ts';

/** A customer's transactions of some types, at the time of their request. */
export function transactionTimeline(typeIds: readonly number[]): TimelinePart {
  return (page) =>
    timelinePart(
      {
        at: sql`created_at`,
        key: sql`'transaction:' || id`,
        event: sql`type_id`,
        detail: sql`status`,
        amountCents: sql`amount_cents`,
        about: sql`id`,
        from: sql`transactions where customer_id = ${page.customerId} and status <> 'opening'
          and type_id in (${sql.join(typeIds.map((id) => sql.lit(id)))})`,
      },
      page,
    );
}
