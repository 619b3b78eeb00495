-- Money in and out, as customers and staff see it. The ledger says what moved; a row here says why
-- and how far it is. The two are written by different hands, so what a row is about to move stands
-- in `step` until the engine has booked it: a crash between the two is finished from there.

create table transactions (
  -- Newer rows have higher numbers.
  number bigint generated always as identity,
  -- D (deposits, bonuses, credits) or W (withdrawals) and 18 characters.
  id text collate "C" not null,
  customer_id bigint not null,
  type_id smallint not null,
  -- 'opening': a withdrawal whose money is not set aside yet; nobody is shown it.
  status text not null,
  -- As the customer chose; null for what the house books by itself.
  method_id smallint,
  provider text,
  -- The provider's own name for the payment.
  provider_reference text collate "C",
  -- How often it was handed to the provider; at most once.
  attempt smallint not null default 0,
  -- What it moves on the customer's money, negative when it leaves.
  amount_cents bigint not null,
  -- What was asked for; differs from the amount only where staff confirmed another.
  requested_cents bigint not null,
  currency text not null default 'EUR',
  -- The transaction that this one refunds, charges back, returns or is the fee of.
  original_id text collate "C",
  cause text,
  -- The customer's words: for a withdrawal where the money shall go.
  comments text,
  -- The client's name for its request, and what the request asked for.
  request_id text collate "C",
  request_hash text,
  -- Who approved a withdrawal first, where two must.
  approved_by text,
  -- Why a person must look at it.
  review text,
  -- What the engine is asked to book, with what follows from it.
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
  -- At most one of each about an original; and a payment of a provider belongs to one deposit.
  constraint transactions_cause_unique unique (original_id, cause),
  constraint transactions_reference_unique unique (provider, provider_reference),
  constraint transactions_request_unique unique (customer_id, request_id)
);

create index transactions_by_customer on transactions (customer_id, number desc);
create index transactions_open on transactions (status, number)
  where status in ('opening', 'pending', 'processing', 'in-review');
create index transactions_review on transactions (number) where review is not null;
create index transactions_step on transactions (number) where step is not null;

-- How each came to be what it is. Only ever added to.
create table transaction_stages (
  transaction_id text collate "C" not null,
  line integer not null,
  at timestamptz not null,
  -- What the customer is told, see the contract.
  stage text not null,
  status text not null,
  -- 'customer:17', 'operator:root', 'provider:paymaxis', 'system'.
  actor text not null,
  note text,
  evidence jsonb,
  constraint transaction_stages_pkey primary key (transaction_id, line)
);

create trigger transaction_stages_append_only before update or delete or truncate
  on transaction_stages for each statement execute function refuse_change();

-- Manual deposits from before there were transactions: their postings are all there is to tell.
insert into transactions (
  id, customer_id, type_id, status, amount_cents, requested_cents, created_at, updated_at, settled_at
)
select p.reference, e.customer_id, 11, 'approved', e.amount_cents, e.amount_cents, p.posted_at,
  p.posted_at, p.posted_at
from postings p
join ledger_entries e on e.posting_id = p.id and e.account = 'customer:cash'
where p.kind = 'deposit' and p.unique_key = 'deposit:' || p.reference
order by p.id;

insert into transaction_stages (transaction_id, line, at, stage, status, actor)
select id, 1, settled_at, 'deposit-credited', 'approved', 'system' from transactions;
