-- Price alerts follow the splits of their symbol: what a customer set stays as it is, and the rates
-- of now are worked out from the splits that came after it.

-- The order in which they were booked, which neither a clock that was set back nor the numbers of
-- the quotes can mix up: one commit of the engine runs at a time.
alter table symbol_splits add column id bigint generated always as identity;
alter table symbol_splits add constraint symbol_splits_id unique (id);

-- How many splits its symbol had seen when it was set: those after them move its rate. What waits
-- now keeps the rate that its customer is shown, but for a split whose halt still holds.
alter table price_alerts add column splits_before integer not null default 0;
update price_alerts a set splits_before = (
  select count(*) from symbol_splits s
  left join symbol_halts h on h.symbol = s.symbol and h.is_frozen and s.split_at >= h.halted_at
  where s.symbol = a.symbol and (h.symbol is null or s.split_at <= a.created_at)
) where a.fired_at is null;
alter table price_alerts alter column splits_before drop default;

-- The same number before a split and after it is not the same price.
drop index price_alerts_waiting;
create unique index price_alerts_waiting
  on price_alerts (customer_id, symbol, side, points, splits_before) where fired_at is null;
