// Shared traits of accounts: payout destinations, phones, cards, devices and networks.
import { createHash } from 'node:crypto';
import { findPayoutDestinations, TRAIT_HOLDERS_MAX } from '@halyard/core/linked-accounts';
import { DAY_MS } from '@halyard/core/time';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How long traits are kept after they were last seen. */
const TRAITS_KEPT_MS = 180 * DAY_MS;
const WITHDRAWALS_MAX = 5_000;
const WITHDRAWAL = 6;
const MASK_CHARACTERS = 4;

export type Refreshed = { readonly accountIds: readonly number[]; readonly nowMs: number };

/** Updates the traits of these accounts. */
export async function refreshTraits(
  db: Kysely<object>,
  { accountIds, nowMs }: Refreshed,
): Promise<void> {
  const since = new Date(nowMs - TRAITS_KEPT_MS);
  await sql`
    insert into account_traits as t (kind, value, customer_id, label, seen_at)
    select 'network', network, subject_id, network, max(created_at) from sessions
    where kind = 'customer' and subject_id = any(${[...accountIds]}::bigint[])
      and created_at > ${since} and viewed_by is null
    group by network, subject_id
    union all
    select 'device', device || ' ' || network, subject_id, network, max(created_at) from sessions
    where kind = 'customer' and subject_id = any(${[...accountIds]}::bigint[])
      and created_at > ${since} and viewed_by is null and device is not null
    group by device, network, subject_id
    union all
    select 'phone', encode(sha256(convert_to(phone, 'UTF8')), 'hex'), id, '…' || right(phone, 4),
      ${new Date(nowMs)}::timestamptz
    from customers where id = any(${[...accountIds]}::bigint[]) and phone <> ''
    union all
    select 'card', encode(sha256(convert_to(p.details ->> 'card', 'UTF8')), 'hex'), c.customer_id,
      '…' || right(p.details ->> 'card', 4), max(c.created_at)
    from transactions c join provider_payments p on p.transaction_id = c.id
    where c.customer_id = any(${[...accountIds]}::bigint[]) and c.status = 'approved'
      and c.created_at > ${since} and length(p.details ->> 'card') >= 10
    group by p.details ->> 'card', c.customer_id
    on conflict (kind, value, customer_id) do update
    set label = excluded.label, seen_at = excluded.seen_at
    where t.seen_at < excluded.seen_at - interval '1 hour'`.execute(db);
  await savePayouts(db, await listPayouts(db, { accountIds, since }));
}

type Payout = {
  readonly customerId: number;
  readonly value: string;
  readonly label: string;
  readonly seenAt: string;
};

async function listPayouts(
  db: Kysely<object>,
  { accountIds, since }: { readonly accountIds: readonly number[]; readonly since: Date },
): Promise<readonly Payout[]> {
  const { rows } = await sql<{ customer_id: number; comments: string; created_at: Date }>`
    select customer_id, comments, created_at from transactions
    where type_id = ${WITHDRAWAL} and comments is not null and created_at > ${since}
      and customer_id = any(${[...accountIds]}::bigint[])
    order by number desc limit ${WITHDRAWALS_MAX}`.execute(db);
  const newest = new Map<string, Payout>();
  for (const row of rows) {
    for (const { value } of findPayoutDestinations(row.comments)) {
      const key = `${row.customer_id} ${value}`;
      if (newest.has(key)) continue;
      newest.set(key, {
        customerId: row.customer_id,
        value: createHash('sha256').update(value).digest('hex'),
        label: `${value.slice(0, MASK_CHARACTERS)}…${value.slice(-MASK_CHARACTERS)}`,
        seenAt: row.created_at.toISOString(),
      });
    }
  }
  return [...newest.values()];
}

async function savePayouts(db: Kysely<object>, payouts: readonly Payout[]): Promise<void> {
  if (payouts.length === 0) return;
  await sql`
    insert into account_traits as t (kind, value, customer_id, label, seen_at)
    select 'payout', n.value, n.customer_id, n.label, n.seen_at
    from unnest(${payouts.map(({ value }) => value)}::text[],
      ${payouts.map(({ customerId }) => customerId)}::bigint[],
      ${payouts.map(({ label }) => label)}::text[],
      ${payouts.map(({ seenAt }) => seenAt)}::timestamptz[])
      as n (value, customer_id, label, seen_at)
    on conflict (kind, value, customer_id) do update set seen_at = excluded.seen_at
    where t.seen_at < excluded.seen_at`.execute(db);
}

/** Deletes old traits, at most `limit`; returns how many. */
export async function deleteOldTraits(
  db: Kysely<object>,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<number> {
  const before = new Date(nowMs - TRAITS_KEPT_MS);
  const { rows } = await sql`
    delete from account_traits where (kind, value, customer_id) in (
      select kind, value, customer_id from account_traits where seen_at < ${before}
      order by seen_at limit ${limit}
    ) returning kind`.execute(db);
  return rows.length;
}

export async function deleteTraitsOf(db: Kysely<object>, customerId: number): Promise<void> {
  await sql`delete from account_traits where customer_id = ${customerId}`.execute(db);
}

export type Pair = readonly [number, number];

/** Returns pairs of one of these accounts with another that shares a trait; lower id first. */
export async function listSharingPairs(
  db: Kysely<object>,
  { accountIds, limit }: { readonly accountIds: readonly number[]; readonly limit: number },
): Promise<readonly Pair[]> {
  const { rows } = await sql<{ first_id: number; second_id: number }>`
    with owned as materialized (
      select t.kind, t.value, t.customer_id from account_traits t
      where t.customer_id = any(${[...accountIds]}::bigint[]) and (
        select count(*) from (
          select 1 from account_traits h where h.kind = t.kind and h.value = t.value
          limit ${TRAIT_HOLDERS_MAX + 1}
        ) held
      ) between 2 and ${TRAIT_HOLDERS_MAX}
    )
    select distinct least(m.customer_id, o.customer_id) as first_id,
      greatest(m.customer_id, o.customer_id) as second_id
    from owned m join account_traits o on o.kind = m.kind and o.value = m.value
      and o.customer_id <> m.customer_id
    order by 1, 2 limit ${limit}`.execute(db);
  return rows.map(({ first_id: first, second_id: second }): Pair => [first, second]);
}
