-- Webhooks of the operator: endpoints without a customer, which receive the events of all customers.
alter table webhook_endpoints alter column customer_id drop not null;
-- Since when staff have stopped a webhook of the operator.
alter table webhook_endpoints add column disabled_at timestamptz;
alter table webhook_endpoints add constraint webhook_endpoints_disabled check (
  disabled_at is null or customer_id is null
);
create index webhook_endpoints_operator on webhook_endpoints (id) where customer_id is null;

-- Whose event a delivery to the operator carries. Null in a delivery to a customer's own webhook.
alter table webhook_deliveries add column customer_id bigint;
alter table webhook_deliveries add constraint webhook_deliveries_customer_fkey
  foreign key (customer_id) references customers (id) on delete cascade;
-- The events of one customer keep their order.
create index webhook_deliveries_lanes on webhook_deliveries (endpoint_id, customer_id, id)
  where delivered_at is null and dead_at is null and customer_id is not null;
create index webhook_deliveries_by_customer on webhook_deliveries (customer_id, id)
  where customer_id is not null;
