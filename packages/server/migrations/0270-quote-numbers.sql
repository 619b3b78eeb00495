-- The number from which the market's leader counts its quotes, and when it began to. No symbol has a
-- thousand quotes a second for long, so that the next leader begins above every number of this one,
-- whatever its own clock shows.
alter table market_lease
  add column numbers_from bigint not null default 0,
  add column numbered_at timestamptz not null default now();
