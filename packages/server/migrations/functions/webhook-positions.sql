-- Numbers the deliveries of webhooks in the order of the commits: transactions of one customer can
-- commit in another order than they insert. It runs at the commit, when a transaction waits for no
-- other lock, so that the lock, which is held until the commit is visible, causes no deadlock.
create or replace function webhook_delivery_position() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(
    'webhook-events:' || environment || ':' || coalesce(new.customer_id, customer_id, 0), 0
  )) from webhook_endpoints where id = new.endpoint_id;
  update webhook_deliveries set position = nextval('webhook_delivery_positions') where id = new.id;
  return null;
end
$$;

drop trigger if exists webhook_deliveries_position on webhook_deliveries;
create constraint trigger webhook_deliveries_position after insert on webhook_deliveries
  deferrable initially deferred
  for each row when (new.position is null) execute function webhook_delivery_position();
