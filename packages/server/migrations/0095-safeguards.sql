-- The engine's status of an account is made of two things: what the house set, and whether the
-- customer's own safeguards stop openings. Each may change without the other being forgotten.
alter table customers
  add column house_status text not null default 'active',
  add column openings_stopped boolean not null default false,
  add constraint customers_house_status check (house_status in ('active', 'close-only', 'blocked'));

update customers c set house_status = a.status from trading_accounts a where a.id = c.id;

-- What customers set against themselves. A limit that is raised or removed waits before it counts.
create table own_limits (
  customer_id bigint not null,
  kind text not null,
  period text not null,
  -- Null: no limit.
  amount_cents bigint,
  -- Both count only while a change waits, which is when next_at is there.
  next_amount_cents bigint,
  next_at timestamptz,
  constraint own_limits_pkey primary key (customer_id, kind, period),
  constraint own_limits_customer_fkey foreign key (customer_id) references customers (id),
  constraint own_limits_kind check (kind in ('deposit', 'loss')),
  constraint own_limits_period check (period in ('day', 'week', 'month')),
  constraint own_limits_amount check (amount_cents > 0 and next_amount_cents > 0)
);

create table exclusions (
  customer_id bigint not null,
  kind text not null,
  begun_at timestamptz not null,
  -- Null: for ever.
  ends_at timestamptz,
  constraint exclusions_pkey primary key (customer_id),
  constraint exclusions_customer_fkey foreign key (customer_id) references customers (id),
  constraint exclusions_kind check (kind in ('time-out', 'self-exclusion')),
  constraint exclusions_order check (ends_at > begun_at)
);
