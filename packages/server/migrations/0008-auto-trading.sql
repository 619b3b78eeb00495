-- Automatic trading. The switch of a customer is customers.auto_trading.

-- The versions of the description that customers consented to. It is append-only.
create table auto_trading_consents (
  customer_id bigint not null,
  version text not null,
  accepted_at timestamptz not null,
  constraint auto_trading_consents_pkey primary key (customer_id, version),
  constraint auto_trading_consents_customer_fkey foreign key (customer_id) references customers (id)
);

create table auto_trading_accounts (
  customer_id bigint not null,
  -- The drawdown that stops the strategy is measured from here.
  switched_on_at timestamptz not null,
  -- Set when losses stopped the strategy, until the customer switches it on again.
  stopped_at timestamptz,
  constraint auto_trading_accounts_pkey primary key (customer_id),
  constraint auto_trading_accounts_customer_fkey foreign key (customer_id) references customers (id)
);

-- The strategy's decision for an account at the close of a candle. The row is written before the
-- engine gets the order, so that each candle is acted on once.
create table auto_trading_decisions (
  account_id bigint not null,
  symbol text collate "C" not null,
  candle_end timestamptz not null,
  action text not null,
  -- A code; the facts are the figures behind it.
  reason text not null,
  facts jsonb not null,
  -- The command to the engine; null for a signal that was not followed.
  command jsonb,
  -- 'done' or the engine's rejection; null while it is unknown.
  outcome text,
  decided_at timestamptz not null,
  constraint auto_trading_decisions_pkey primary key (account_id, symbol, candle_end),
  constraint auto_trading_decisions_action check (action in ('open', 'close', 'skip')),
  constraint auto_trading_decisions_command check ((action = 'skip') = (command is null))
);

create index auto_trading_decisions_skipped on auto_trading_decisions (decided_at)
  where action = 'skip';
create index auto_trading_decisions_recent on auto_trading_decisions
  (account_id, decided_at desc);
