-- What staff approved or wait to have approved by a second person. The sum of what was approved for a
-- customer within a day decides whether the next approval needs two.
create table approvals (
  id bigint generated always as identity,
  -- As the table of rules names it: 'withdrawal', 'credit', 'dividend', …
  action text not null,
  -- What it is about, once for each action: the id of a transaction, 'position:12:REQUEST', …
  target text not null,
  -- Null for what concerns many customers.
  customer_id bigint,
  -- Without its sign.
  amount_cents bigint not null,
  -- What is done once it is approved; the second person approves the same.
  content jsonb not null,
  status text not null,
  first_by text not null,
  first_at timestamptz not null,
  first_reason text,
  second_by text,
  second_reason text,
  decided_at timestamptz,
  constraint approvals_pkey primary key (id),
  constraint approvals_target_unique unique (action, target),
  constraint approvals_amount check (amount_cents >= 0),
  constraint approvals_status check (status in ('waiting', 'approved', 'withdrawn')),
  constraint approvals_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approvals_two check (second_by is null or second_by <> first_by)
);

create index approvals_of_customer on approvals (customer_id, decided_at)
  where status = 'approved';
create index approvals_by_status on approvals (status, id);

-- Withdrawals that staff have approved, or approved first, before this table was there.
insert into approvals (action, target, customer_id, amount_cents, content, status, first_by, first_at,
  decided_at)
select 'withdrawal', id, customer_id, -requested_cents, '{}',
  case when status = 'pending' then 'waiting' else 'approved' end, approved_by, updated_at,
  case when status = 'pending' then null else updated_at end
from transactions
where type_id = 6 and approved_by is not null and requested_cents <= 0
  and (status = 'pending' and approved_by like 'staff:%'
    or status in ('processing', 'approved') and updated_at > now() - interval '1 day');
