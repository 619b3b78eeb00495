-- Automatic trading: what each customer consented to, and since when they have it switched on. The
-- switch itself is customers.auto_trading.
create table auto_trading_consents (
  customer_id bigint not null,
  version text not null,
  accepted_at timestamptz not null,
  constraint auto_trading_consents_pkey primary key (customer_id, version),
  constraint auto_trading_consents_customer_fkey foreign key (customer_id) references customers (id)
);

create trigger auto_trading_consents_append_only
  before update or delete or truncate on auto_trading_consents
  for each statement execute function refuse_change();

create table auto_trading_accounts (
  customer_id bigint not null,
  -- The drawdown that stops the strategy is counted from here.
  switched_on_at timestamptz not null,
  -- Set when the strategy was stopped for its losses, until the customer switches it on again.
  stopped_at timestamptz,
  constraint auto_trading_accounts_pkey primary key (customer_id),
  constraint auto_trading_accounts_customer_fkey foreign key (customer_id) references customers (id)
);

-- Whom a signal is for.
create index customers_auto_trading on customers (id) where auto_trading;
