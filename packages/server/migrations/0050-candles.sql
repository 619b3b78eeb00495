-- Candles of vendors' and imported prices, of the sell price in points. Each timeframe is a layer
-- of its own with a bounded number of rows; simulated prices need none.
create table candles (
  symbol text collate "C" not null,
  timeframe text collate "C" not null,
  -- Milliseconds since 1970 (UTC): what charts ask for and are answered with.
  start_ms bigint not null,
  open_points bigint not null,
  high_points bigint not null,
  low_points bigint not null,
  close_points bigint not null,
  volume double precision not null,
  constraint candles_pkey primary key (symbol, timeframe, start_ms),
  constraint candles_timeframe check (
    timeframe in ('1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w')
  ),
  constraint candles_low_not_negative check (low_points >= 0),
  constraint candles_shape check (
    low_points <= least(open_points, close_points)
    and high_points >= greatest(open_points, close_points)
  )
);
