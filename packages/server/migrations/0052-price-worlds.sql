-- Where each symbol's prices came from last: 'real', 'replay' or 'simulator:' and a fingerprint of
-- its seed. Prices of two worlds never meet on a symbol while a position on it is open.
create table price_worlds (
  symbol text collate "C" not null,
  world text not null,
  since timestamptz not null,
  constraint price_worlds_pkey primary key (symbol)
);

-- Symbols that the operator halted: a restart does not set them free.
create table symbol_halts (
  symbol text collate "C" not null,
  halted_by text not null,
  reason text not null,
  halted_at timestamptz not null,
  constraint symbol_halts_pkey primary key (symbol)
);
