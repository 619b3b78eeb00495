-- What automatic trading saw in the last closed candle of each symbol. The program with the engine
-- writes it; every program shows it.
create table auto_trading_signals (
  symbol text not null,
  candle_end timestamptz not null,
  -- Why it does not trade, or 'ema-cross'.
  code text not null,
  facts jsonb not null,
  constraint auto_trading_signals_pkey primary key (symbol)
);
