-- Webhooks of the operator, and deliveries of webhooks and of push messages.

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

-- The order of the events of a customer: that of the commits. The functions assign it at the commit.
create sequence webhook_delivery_positions;
alter table webhook_deliveries add column position bigint;
update webhook_deliveries set position = id;
select setval('webhook_delivery_positions', coalesce(max(id), 0) + 1) from webhook_deliveries;

-- When the last attempt failed: a delivery that waits for its next attempt has one.
alter table webhook_deliveries add column attempted_at timestamptz;
update webhook_deliveries set attempted_at = retried_since
  where attempts > 0 and delivered_at is null and dead_at is null;

drop index webhook_deliveries_pending;
create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, position)
  where delivered_at is null and dead_at is null;
drop index webhook_deliveries_lanes;
create index webhook_deliveries_lanes on webhook_deliveries (endpoint_id, customer_id, position)
  where delivered_at is null and dead_at is null and customer_id is not null;
-- The first pending delivery of each webhook of customers, past any number of the operator's.
create index webhook_deliveries_own on webhook_deliveries (endpoint_id, position)
  where delivered_at is null and dead_at is null and customer_id is null;
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, attempted_at)
  where delivered_at is null and dead_at is null and customer_id is not null and attempts > 0;
-- What failed for good at a webhook of the operator, who is notified of it.
create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, dead_at)
  where dead_at is not null and customer_id is not null;

-- When the operator was last notified of failed deliveries. Earlier failures are not mailed.
alter table webhook_endpoints add column failures_notified_at timestamptz;
update webhook_endpoints set failures_notified_at = now() - interval '1 day' where customer_id is null;

-- Push messages that wait for the push service of their device. A delivered message is deleted.
create table push_messages (
  id bigint generated always as identity,
  device_id bigint not null,
  -- Whose notification it is: the device may belong to somebody else by the time it is sent.
  customer_id bigint not null,
  kind text not null,
  facts jsonb not null,
  topic text not null,
  -- A later message with the same tag replaces an earlier one.
  tag text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- All messages of a device wait together: the next attempt is for all of them.
  attempts integer not null default 0,
  due_at timestamptz not null,
  constraint push_messages_pkey primary key (id),
  constraint push_messages_device_fkey foreign key (device_id)
    references push_devices (id) on delete cascade
);

create index push_messages_by_device on push_messages (device_id, id);
create index push_messages_due on push_messages (due_at, id);
create index push_messages_by_expiry on push_messages (expires_at);

-- Messages waited in the job queue before.
insert into push_messages
  (device_id, customer_id, kind, facts, topic, tag, created_at, expires_at, due_at)
select d.id, (j.payload->>'customerId')::bigint, j.payload->>'kind', j.payload->'facts',
  j.payload->>'topic', j.payload->>'tag', j.created_at,
  j.created_at + case when j.payload->>'topic' in ('margin', 'alerts') then interval '4 hours'
    else interval '24 hours' end,
  j.created_at
from jobs j
join push_devices d on d.id = (j.payload->>'deviceId')::bigint
where j.kind = 'push.send' and j.done_at is null and j.dead_at is null
order by j.id;
delete from jobs where kind = 'push.send';
