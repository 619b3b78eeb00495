-- The quotes that were traded on, as far back as their bounded number reaches. A row holds quotes
-- of one symbol and source whose sequence numbers follow one another: a row for each quote would
-- cost five times the bytes.
create table quote_blocks (
  symbol text collate "C" not null,
  -- Of the first element of the arrays.
  first_sequence bigint not null,
  source text not null,
  sell_points bigint[] not null,
  buy_points bigint[] not null,
  source_at_ms bigint[] not null,
  received_at_ms bigint[] not null,
  constraint quote_blocks_pkey primary key (symbol, first_sequence),
  constraint quote_blocks_whole check (
    cardinality(sell_points) > 0
    and cardinality(sell_points) = cardinality(buy_points)
    and cardinality(sell_points) = cardinality(source_at_ms)
    and cardinality(sell_points) = cardinality(received_at_ms)
  )
);

-- A row for each quote, for whoever looks into a dispute.
create view quote_log as
  select b.symbol, b.first_sequence + q.place - 1 as sequence, q.sell_points, q.buy_points, b.source,
    timestamptz 'epoch' + q.source_at_ms * interval '1 millisecond' as source_at,
    timestamptz 'epoch' + q.received_at_ms * interval '1 millisecond' as received_at
  from quote_blocks b
  cross join lateral unnest(b.sell_points, b.buy_points, b.source_at_ms, b.received_at_ms)
    with ordinality as q (sell_points, buy_points, source_at_ms, received_at_ms, place);

-- Quotes that were not passed on, and why: the evidence when a price is disputed.
create table rejected_quotes (
  id bigint generated always as identity,
  -- Absent when it is of none of our symbols.
  symbol text collate "C",
  source text not null,
  reason text not null,
  -- The quote in points, or the vendor's message when no quote could be made of it.
  evidence text not null,
  rejected_at timestamptz not null,
  constraint rejected_quotes_pkey primary key (id)
);
