-- Webhooks of the operator also receive messages of visitors, whose deliveries have no customer.
drop index webhook_deliveries_failed;
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, dead_at)
  where dead_at is not null;
