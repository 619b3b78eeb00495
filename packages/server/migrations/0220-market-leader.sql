-- The lease of the program that leads the market, where the market runs apart from the engine. Its
-- epochs are never those of an engine, because the number of an epoch is also that of its lock.
create table market_lease (
  id smallint not null,
  epoch bigint not null,
  owner text not null,
  expires_at timestamptz not null,
  constraint market_lease_pkey primary key (id),
  constraint market_lease_single check (id = 1)
);

insert into market_lease (id, epoch, owner, expires_at)
values (1, 2000000000000000, '', '-infinity');

-- Frames of prices that never reached the engine: between two of a leader, or between the last one of
-- a leader and the first one of the next.
create table market_gaps (
  id bigint generated always as identity,
  reason text not null,
  -- The last frame that reached the engine.
  from_epoch bigint not null,
  from_number bigint not null,
  -- The frame whose prices and states the engine went on from.
  to_epoch bigint not null,
  to_number bigint not null,
  -- Between the two no symbol was live.
  noticed_at timestamptz not null,
  ended_at timestamptz not null,
  constraint market_gaps_pkey primary key (id),
  constraint market_gaps_reason check (reason in ('lost', 'leader'))
);
