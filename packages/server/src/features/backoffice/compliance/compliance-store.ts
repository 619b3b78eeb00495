import {
  APPROPRIATENESS_RESULTS,
  COMPLIANCE_STEPS,
  type ComplianceCase,
} from '@halyard/contract/backoffice/desk/compliance';
import { ACCOUNT_STATUSES } from '@halyard/contract/backoffice/customers';
import { DOCUMENT_EXPIRIES, DOCUMENT_STATUSES } from '@halyard/contract/backoffice/documents';
import { DOCUMENT_KINDS } from '@halyard/contract/documents';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';

/** How many approved documents, the newest first, are searched for customers to verify. */
const APPROVED_SEARCHED_MAX = 2_000;
/** How many waiting documents, the oldest first, are grouped by customer. */
const WAITING_SEARCHED_MAX = 500;

const Waiting = z.object({
  customer_id: z.int(),
  step: z.enum(COMPLIANCE_STEPS),
  waiting_since: z.date(),
  documents: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(DOCUMENT_KINDS),
      status: z.enum(DOCUMENT_STATUSES),
      uploaded_at: z.string(),
      expires_on: z.nullable(z.string()),
      expiry: z.nullable(z.enum(DOCUMENT_EXPIRIES)),
    }),
  ),
  appropriateness: z.enum(APPROPRIATENESS_RESULTS),
  status: z.enum(ACCOUNT_STATUSES),
  rejected: z.int(),
  profile_changed: z.boolean(),
  links: z.int(),
  highest_score: z.nullable(z.int()),
});

export type WaitingCustomer = Omit<
  ComplianceCase,
  'name' | 'email' | 'profile_complete' | 'email_confirmed' | 'screening'
>;

/** The customers of the queue, each with what it waits for and since when. */
const CASES = sql`
  with waiting as (
    select customer_id, 'documents' as step, min(uploaded_at) as waiting_since
    from (
      select customer_id, uploaded_at from documents where status = 'processing'
      order by id limit ${WAITING_SEARCHED_MAX}
    ) w group by customer_id
  ), approved as (
    select customer_id, 'verification' as step, max(judged_at) as waiting_since
    from (
      select customer_id, kind, judged_at from documents where status = 'approved'
      order by id desc limit ${APPROVED_SEARCHED_MAX}
    ) d
    where kind in ('passport', 'address')
    group by customer_id having count(distinct kind) = 2
  ), screened as (
    select customer_id, 'screening' as step, answered_at as waiting_since from screenings s
    where result in ('review', 'hit') and decision is null and not exists (
      select from screenings newer where newer.customer_id = s.customer_id and newer.id > s.id
        and (newer.result is not null or newer.decision is not null)
    )
  ), cases as (
    select * from waiting
    union all
    select * from screened where not exists (
      select from waiting where waiting.customer_id = screened.customer_id
    )
    union all
    select approved.* from approved join trading_accounts a on a.id = customer_id
    where not a.is_verified and not exists (
      select from waiting where waiting.customer_id = approved.customer_id
    ) and not exists (
      select from screened where screened.customer_id = approved.customer_id
    )
  )`;

/**
 * The customers of the queue, the longest waiting first: those with a document that waits, those whose
 * screening nobody has decided, and those who are not verified although their identity and address are approved. Closed accounts are left
 * out.
 */
export async function listWaiting(
  db: Kysely<object>,
  limit: number,
): Promise<readonly WaitingCustomer[]> {
  const { rows } = await sql`
    ${CASES}
    select c.customer_id, c.step, c.waiting_since, a.status,
      (
        select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'status', d.status,
          'uploaded_at', to_char(d.uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'expires_on', d.expires_on, 'expiry', d.expiry)
          order by d.kind), '[]')
        from (
          select distinct on (kind) * from documents where customer_id = c.customer_id
          order by kind, id desc
        ) d
      ) as documents,
      coalesce((
        select case when has_passed then 'passed' when acknowledged_at is null then 'failed'
          else 'warned' end
        from appropriateness_attempts
        where customer_id = c.customer_id and answered_at is not null
        order by id desc limit 1
      ), 'not-answered') as appropriateness,
      (
        select count(*)::int from documents
        where customer_id = c.customer_id and status = 'rejected'
      ) as rejected,
      exists (
        select from audit_events e
        where e.subject = 'customer:' || c.customer_id and e.action = 'customer.profile'
          and e.at > c.waiting_since
      ) as profile_changed,
      l.links, l.highest_score
    from cases c
    join trading_accounts a on a.id = c.customer_id
    join customers k on k.id = c.customer_id and k.closed_at is null
    cross join lateral (
      select count(*)::int as links, max(score) as highest_score
      from (
        select score from account_links
        where first_id = c.customer_id and status <> 'dismissed'
        union all
        select score from account_links
        where second_id = c.customer_id and status <> 'dismissed'
      ) s
    ) l
    order by c.waiting_since, c.customer_id limit ${limit}`.execute(db);
  return z.parse(z.array(Waiting), rows).map(({ waiting_since: since, ...row }) => ({
    ...row,
    waiting_since: since.toISOString(),
  }));
}
