-- What the strategy decided for an account at the close of a candle: one row per candle, written
-- before the engine is asked, so that a candle is acted on once whatever happens between.
create table auto_trading_decisions (
  account_id bigint not null,
  symbol text collate "C" not null,
  candle_end timestamptz not null,
  action text not null,
  -- Why, as a code with the figures that it was decided on.
  reason text not null,
  facts jsonb not null,
  -- What is asked of the engine; absent for a signal that was not followed.
  command jsonb,
  -- 'done' or the engine's refusal; null while that is not known.
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

create index positions_automatic on positions (account_id, id desc) where is_automatic;
create index positions_automatic_open on positions (symbol, id)
  where is_automatic and closed_at is null;
