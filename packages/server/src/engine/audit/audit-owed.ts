// Checks the broker's obligations besides booked money: account notices, one charge of overnight
// financing per day, and the end of negative balances. Each page is the rows with an id above $1
// and up to $2.

import { isoDay } from '#platform/clock/clock.ts';
import type { Row } from '#platform/db/db.ts';

/**
 * Account notices without a notification. The end of a warning needs none, and notifications are
 * deleted after two years. Practice accounts receive only webhooks, no notifications.
 */
export const UNTOLD_NOTICES = `select n.sequence as id, 'its customer was not told of it' as problem
  from account_notices n
  cross join told_notices t
  where n.sequence > $1 and n.sequence <= $2
    and n.noticed_at > coalesce(
      (select max(created_at) from notifications) - interval '700 days', '-infinity'
    )
    and not (n.kind = 'margin-level' and (n.facts ->> 'toPercent' is null
      or (n.facts ->> 'toPercent')::numeric > (n.facts ->> 'fromPercent')::numeric))
    and case
      when n.sequence <= t.sequence then current_schema() <> 'practice' and not exists (
        select 1 from notifications o
        where o.customer_id = n.account_id and o.key = case
          when n.kind in ('forced-close', 'level-close', 'broker-close')
            then 'position:' || (n.facts ->> 'positionId') || ':closed'
          else 'account-notice:' || n.sequence end
      )
      -- Notifications are created seconds after the notice. They are overdue if the program
      -- accepted a command ten minutes after the notice.
      else n.noticed_at < (
        select created_at from commands order by sequence desc limit 1
      ) - interval '10 minutes'
    end`;

/**
 * Accounts charged for a financing day that is not recorded. A day is recorded once all positions
 * are charged for it, so an account can be at most one day ahead.
 */
export const UNNOTED_NIGHTS = `select a.id,
    format('it was charged for %s, but the nights that are noted end with %s', a.financed_day,
      n.last_day) as problem
  from trading_accounts a cross join charged_nights n
  where a.id > $1 and a.id <= $2
    and a.financed_day > to_char(n.last_day::date + 1, 'YYYY-MM-DD')`;

/** The recorded financing days, and the latest UTC day that the database knows of. */
export const NIGHTS_PAGE = `select n.id, n.last_day, to_char(greatest(
      clock_timestamp(),
      (select posted_at from postings order by id desc limit 1),
      (select opened_at from positions order by id desc limit 1)
    ) at time zone 'UTC', 'YYYY-MM-DD') as today
  from charged_nights n
  where n.id > $1 and n.id <= $2`;

/**
 * Checks that a recorded financing day has begun, by UTC, because New York's date is never ahead of
 * UTC's. The current time is the later of the program's, if given, and that of the stored rows.
 */
export function judgeNights(row: Row, nowMs: number | undefined): readonly string[] {
  const lastDay = String(row.last_day);
  const stored = String(row.today);
  const given = nowMs === undefined ? stored : isoDay(nowMs);
  const isAhead = lastDay > stored && lastDay > given;
  return isAhead ? [`they are noted up to ${lastDay}, which is still to come`] : [];
}

/**
 * Retail accounts without open positions that have negative cash and also a negative sum of cash
 * and credit, or a hold. Accounts that ever were professional are omitted: their last position can
 * have closed without negative balance protection.
 */
export const UNPROTECTED_BALANCES = `select a.id,
    format('nothing is open, but its cash is %s and its credit %s', a.cash_cents, a.credit_cents)
      as problem
  from trading_accounts a
  where a.id > $1 and a.id <= $2 and a.client_category = 'retail'
    and a.cash_cents < 0 and (a.cash_cents + a.credit_cents < 0
      or exists (select 1 from withdrawal_holds h where h.account_id = a.id))
    and (
      select count(*) from positions p where p.account_id = a.id and p.closed_at is null
    ) = 0
    and (
      select count(*) from commands c
      where c.account_id = a.id and strpos(c.outcome::text, '"professional"') > 0
    ) = 0`;
