// Recomputes a charge of overnight financing from the recorded margin and rate and the position's
// leverage. Later rate changes have no effect.
import { cents } from '@halyard/core/money';
import { financingOfClose } from '@halyard/core/position';

import type { Row } from '#platform/db/db.ts';

/**
 * Journal entries of financing with an id above $1 and up to $2. The charged margin is that of the
 * position plus that of its parts that have closed since the charge. It is known only within a
 * range: `least_cents` omits parts that closed at the time of the charge, and omits all parts if
 * the account opened an identical position, because its row looks like a closed part; `most_cents`
 * includes them.
 */
export const FINANCING_PAGE = `select t.id, t.reference, p.leverage, p.amount_cents as position_cents,
    f.posting_id is not null as is_recorded, f.amount_cents, f.remaining_cents, f.rate_bps_year,
    e.own_cents, e.other_count, least_cents, most_cents
  from postings t
  left join positions p on p.id = substring(t.reference from '^position:([0-9]{1,15})$')::bigint
  left join financing_charges f on f.posting_id = t.id
  cross join lateral (
    select
      coalesce(sum(amount_cents) filter (where customer_id = p.account_id), 0)::bigint as own_cents,
      count(*) filter (where customer_id is distinct from p.account_id
        and account <> 'house:financing') as other_count
    from ledger_entries where posting_id = t.id
  ) e
  cross join lateral (
    select p.amount_cents + case when count(*) filter (where is_opening) > 0 then 0
        else coalesce(sum(amount_cents) filter (where closed_at > t.posted_at), 0) end::bigint
        as least_cents,
      p.amount_cents + coalesce(sum(amount_cents) filter (where closed_at >= t.posted_at), 0)::bigint
        as most_cents
    from (
      -- The row of a closed part has no requested price, unlike that of a position that was opened.
      select q.amount_cents, q.open_seen_points is not null or q.is_automatic as is_opening,
        case when q.closed_at <= coalesce(p.closed_at, 'infinity') then q.closed_at end as closed_at
      from positions q
      -- A position that has no carry (rounding remainder) and whose charge covered its whole margin
      -- never closed in part. A small position has a carry from its opening on.
      where (p.carry is not null or f.amount_cents - f.remaining_cents <> p.amount_cents)
        and q.account_id = p.account_id and q.id <> p.id and q.symbol = p.symbol
        and q.direction = p.direction and q.leverage = p.leverage and q.opened_at = p.opened_at
        and q.open_sequence = p.open_sequence
    ) alike
  ) parts
  where t.id > $1 and t.id <= $2 and t.kind = 'financing'
  order by t.id`;

/** Financing records without a journal entry. */
export const ORPHAN_CHARGES = `select f.posting_id as id, 'a night is recorded, but not charged' as problem
  from financing_charges f
  where f.posting_id > $1 and f.posting_id <= $2
    and not exists (select 1 from postings t where t.id = f.posting_id and t.kind = 'financing')`;

/** Returns the differences of the charge in words; empty if it is correct. */
export function judgeFinancing(row: Row): readonly string[] {
  if (row.is_recorded !== true) return ['the rate that it was charged at is not recorded'];
  // Charges from before rates were recorded can't be recomputed.
  if (row.rate_bps_year === null) return [];
  const [amount, remaining] = [Number(row.amount_cents), Number(row.remaining_cents)];
  const cost = financingOfClose(
    { leverage: Number(row.leverage) },
    {
      amountCents: cents(amount),
      remainingCents: cents(remaining),
      rateBpsYear: Number(row.rate_bps_year),
    },
  );
  const [charged, closed] = [0 - Number(row.own_cents), amount - remaining];
  const isHeld = closed >= Number(row.least_cents) && closed <= Number(row.most_cents);
  return [
    ...(charged === cost
      ? []
      : [`it charges ${charged} of ${String(row.reference)}, but by its rate ${cost}`]),
    ...(row.other_count === 0 ? [] : ['it moves more than a night']),
    ...(isHeld
      ? []
      : [`it charges for a margin of ${closed}, which ${String(row.reference)} had not`]),
  ];
}
