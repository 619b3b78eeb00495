-- What a loss left below zero on an account that shares its balance protection, until staff decide who
-- bears it (features/linked-accounts). The posting of the same position books it as a debt.
create table shortfalls (
  -- The account's last position, whose closing left it.
  position_id bigint not null,
  customer_id bigint not null,
  amount_cents bigint not null,
  occurred_at timestamptz not null,
  -- 'settling': decided, and the engine is booking it.
  status text not null default 'open',
  -- Of each linked account that is to cover a part: [{"accountId", "amountCents"}].
  covers jsonb not null default '[]',
  -- What linked accounts have covered; balance protection paid the rest. Null until settled.
  covered_cents bigint,
  decided_by text,
  decided_at timestamptz,
  reason text,
  constraint shortfalls_pkey primary key (position_id),
  constraint shortfalls_customer_fkey foreign key (customer_id) references customers (id),
  constraint shortfalls_amount check (amount_cents > 0),
  constraint shortfalls_covered check (covered_cents between 0 and amount_cents),
  constraint shortfalls_status check (status in ('open', 'settling', 'settled')),
  constraint shortfalls_settled check ((status = 'settled') = (covered_cents is not null)),
  constraint shortfalls_decided check (
    num_nulls(decided_by, decided_at, reason) = case status when 'open' then 3 else 0 end
  )
);

create index shortfalls_by_status on shortfalls (status, position_id);
create index shortfalls_of_customer on shortfalls (customer_id, position_id);
create index postings_shortfalls on postings (id) where kind = 'shortfall';
