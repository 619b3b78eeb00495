-- Payments that were handed to a provider, one for each transaction: what the provider answered,
-- and what is needed to ask after them. What they are worth is in `transactions` alone.
create table provider_payments (
  transaction_id text collate "C" not null,
  provider text not null,
  -- 'starting' and 'unknown': whether the provider has it is asked, never tried again.
  state text not null,
  -- Where the customer pays; null for a form, which is made anew each time.
  page_url text,
  provider_reference text collate "C",
  -- What an inquiry must repeat of an earlier message.
  details jsonb not null,
  started_at timestamptz not null,
  constraint provider_payments_pkey primary key (transaction_id),
  constraint provider_payments_transaction_fkey
    foreign key (transaction_id) references transactions (id),
  constraint provider_payments_state check (state in ('starting', 'started', 'rejected', 'unknown'))
);

create index provider_payments_by_day on provider_payments (provider, started_at);
