-- Money in and out, as customers and staff see it. The ledger records what moved; a transaction
-- records why, and its progress. The engine writes the ledger and the payments feature writes these
-- tables, so the pending booking is stored in `step` until the engine has booked it: a start finishes
-- what a crash interrupted.

create table transactions (
  -- Newer rows have higher numbers.
  number bigint generated always as identity,
  -- D (deposits, bonuses, credits) or W (withdrawals) and 18 characters.
  id text collate "C" not null,
  customer_id bigint not null,
  type_id smallint not null,
  -- 'opening': a withdrawal whose funds are not held yet. It is not shown to anybody.
  status text not null,
  -- The customer's choice; null for what the broker books.
  method_id smallint,
  provider text,
  -- The provider's id of the payment.
  provider_reference text collate "C",
  -- How often it was sent to the provider, once at most.
  attempt smallint not null default 0,
  -- The change of the customer's money; negative when it leaves.
  amount_cents bigint not null,
  -- The requested amount. It differs from the amount only where staff confirmed another one.
  requested_cents bigint not null,
  currency text not null default 'EUR',
  -- The transaction that this one refunds, charges back, returns or is the fee of.
  original_id text collate "C",
  cause text,
  -- The customer's text: for a withdrawal its destination.
  comments text,
  -- The client's id of its request, and the hash of the request's content.
  request_id text collate "C",
  request_hash text,
  -- The first approver of a withdrawal that needs two.
  approved_by text,
  -- Why a person must look at it.
  review text,
  -- The pending booking and the data that it needs.
  step text,
  step_data jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  settled_at timestamptz,
  constraint transactions_pkey primary key (id),
  constraint transactions_number_unique unique (number),
  constraint transactions_id_form check (id ~ '^[DW][0-9A-Z]{18}$'),
  constraint transactions_original_fkey foreign key (original_id) references transactions (id),
  constraint transactions_type check (type_id in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
  constraint transactions_status check (
    status in (
      'opening', 'pending', 'processing', 'approved', 'failed', 'cancelled', 'in-review', 'rejected'
    )
  ),
  constraint transactions_method check (method_id in (1, 2, 3, 6, 9)),
  constraint transactions_attempt check (attempt in (0, 1)),
  constraint transactions_amount check (amount_cents <> 0),
  constraint transactions_currency check (currency = 'EUR'),
  constraint transactions_cause check (
    (cause is null) = (original_id is null)
    and cause in ('refund', 'charge-back', 'fee', 'return')
  ),
  constraint transactions_request check ((request_id is null) = (request_hash is null)),
  constraint transactions_step check (
    (step is null) = (step_data is null)
    and step in ('credit', 'hold', 'release', 'pay', 'return', 'take-back', 'restrict')
  ),
  -- An original has one of each cause at most, and a provider's payment belongs to one deposit.
  constraint transactions_cause_unique unique (original_id, cause),
  constraint transactions_reference_unique unique (provider, provider_reference),
  constraint transactions_request_unique unique (customer_id, request_id)
);

create index transactions_by_customer on transactions (customer_id, number desc);
create index transactions_open on transactions (status, number)
  where status in ('opening', 'pending', 'processing', 'in-review');
create index transactions_review on transactions (number) where review is not null;
create index transactions_step on transactions (number) where step is not null;
-- The orders of the back office's lists.
create index transactions_by_created on transactions (created_at, id);
create index transactions_by_customer_created on transactions (customer_id, created_at, id);
create index transactions_by_status_created on transactions (status, created_at, id);
create index transactions_by_reference on transactions (provider_reference, id)
  where provider_reference is not null;
create index transactions_withdrawals on transactions (created_at, id) where type_id in (6, 7, 8);

-- The history of each transaction. It is append-only.
create table transaction_stages (
  transaction_id text collate "C" not null,
  line integer not null,
  at timestamptz not null,
  -- What the customer is shown; the contract lists the stages.
  stage text not null,
  status text not null,
  -- 'customer:17', 'operator:root', 'provider:paymaxis', 'system'.
  actor text not null,
  note text,
  evidence jsonb,
  constraint transaction_stages_pkey primary key (transaction_id, line)
);

-- Payments that were sent to a provider, one for each transaction: the provider's answer, and what a
-- query needs. Amounts are in `transactions` alone.
create table provider_payments (
  transaction_id text collate "C" not null,
  provider text not null,
  -- 'starting' and 'unknown': the provider is queried, and the payment is never sent again.
  state text not null,
  -- Where the customer pays; null for a form, which is made for each visit.
  page_url text,
  provider_reference text collate "C",
  -- What a query must repeat of an earlier message.
  details jsonb not null,
  started_at timestamptz not null,
  constraint provider_payments_pkey primary key (transaction_id),
  constraint provider_payments_transaction_fkey
    foreign key (transaction_id) references transactions (id),
  constraint provider_payments_state check (state in ('starting', 'started', 'rejected', 'unknown'))
);

create index provider_payments_by_day on provider_payments (provider, started_at, transaction_id);

-- Providers' messages, stored before they are answered and judged by a job afterwards. Of a message
-- only the facts about the payment are kept, and a hash of its bytes that identifies a repetition.
create table provider_events (
  id bigint generated always as identity,
  provider text not null,
  body_hash bytea not null,
  order_ref text collate "C" not null,
  provider_reference text collate "C",
  outcome text not null,
  amount_cents bigint,
  currency text,
  reason text,
  is_test boolean not null,
  is_signed boolean not null,
  details jsonb not null,
  received_at timestamptz not null,
  -- Null until it is judged.
  result text,
  judged_at timestamptz,
  constraint provider_events_pkey primary key (id),
  constraint provider_events_body_unique unique (provider, body_hash),
  constraint provider_events_judged check ((result is null) = (judged_at is null))
);

create index provider_events_by_order on provider_events (order_ref, id);
create index provider_events_open on provider_events (id) where result is null;

-- When a payment is queried next. Unsigned messages are coalesced into one query
-- (payments/providers/query-payment.ts).
create table payment_queries (
  transaction_id text collate "C" not null,
  -- Messages since the last query; 0 when none requests one.
  requested integer not null,
  -- All messages so far, for the investigation of a flood.
  messages bigint not null,
  -- Null while no query is due.
  due_at timestamptz,
  asked_at timestamptz,
  -- Queries since a claim that the provider's answer does not confirm yet.
  tries integer not null default 0,
  constraint payment_queries_pkey primary key (transaction_id),
  constraint payment_queries_payment_fkey
    foreign key (transaction_id) references provider_payments (transaction_id)
);

create index payment_queries_due on payment_queries (due_at) where due_at is not null;

-- What a message claims about a payment and the provider's answer does not confirm yet. A row stays
-- until both agree, or a person decides.
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

-- The progress of the periodic comparison of all payments that can still be charged back.
create table payment_look_backs (
  provider text not null,
  begun_at timestamptz not null,
  -- Payments that began before it are done; of those that began at it, the ids up to reached_id.
  reached_at timestamptz not null,
  reached_id text collate "C" not null,
  asked integer not null,
  -- Differences that were settled, or need a person.
  differences integer not null,
  finished_at timestamptz,
  constraint payment_look_backs_pkey primary key (provider)
);
