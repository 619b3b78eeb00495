-- What of each layer of candles is whole: all that the vendor or the quotes had of it is stored. A
-- back-fill goes on from there. Imported files say nothing about it: they may have holes, and may lie
-- anywhere. What was stored before this table counts as not whole, and is asked for once more.
create table candle_spans (
  symbol text collate "C" not null,
  timeframe text collate "C" not null,
  -- Inclusive and exclusive, milliseconds since 1970 (UTC).
  from_ms bigint not null,
  to_ms bigint not null,
  constraint candle_spans_pkey primary key (symbol, timeframe),
  constraint candle_spans_order check (from_ms <= to_ms)
);
