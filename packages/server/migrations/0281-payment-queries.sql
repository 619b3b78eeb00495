-- When a payment is asked after next, because somebody said something of it: messages that nobody
-- signed are coalesced into one query (payments/providers/query-payment.ts).
create table payment_queries (
  transaction_id text collate "C" not null,
  -- Messages since the last query; 0 when none waits for one.
  requested integer not null,
  -- All messages so far, for whoever looks into a flood.
  messages bigint not null,
  -- Null while no query is due.
  due_at timestamptz,
  asked_at timestamptz,
  -- Queries since something was claimed that the provider's answer does not confirm yet.
  tries integer not null default 0,
  constraint payment_queries_pkey primary key (transaction_id),
  constraint payment_queries_payment_fkey
    foreign key (transaction_id) references provider_payments (transaction_id)
);

create index payment_queries_due on payment_queries (due_at) where due_at is not null;

-- What a message said of a payment and the provider's answer to our query does not confirm yet. A
-- row stays until both agree, or a person decides.
create table payment_claims (
  transaction_id text collate "C" not null,
  outcome text not null,
  is_signed boolean not null,
  claimed_at timestamptz not null,
  -- Of a signed message: what a query about it must repeat; '' where it names no payment.
  provider_reference text collate "C" not null,
  details jsonb not null,
  constraint payment_claims_pkey primary key (transaction_id, outcome, provider_reference),
  constraint payment_claims_payment_fkey
    foreign key (transaction_id) references provider_payments (transaction_id),
  constraint payment_claims_outcome check (outcome in ('succeeded', 'refunded', 'charged-back'))
);

-- How far the periodic look back over all payments that can still be charged back has come.
create table payment_look_backs (
  provider text not null,
  begun_at timestamptz not null,
  -- Payments that began at or before it are done; of that moment those up to the id.
  reached_at timestamptz not null,
  reached_id text collate "C" not null,
  asked integer not null,
  -- What was different and is now settled, or needs a person.
  differences integer not null,
  finished_at timestamptz,
  constraint payment_look_backs_pkey primary key (provider)
);

drop index provider_payments_by_day;
create index provider_payments_by_day on provider_payments (provider, started_at, transaction_id);
