-- Webhooks: addresses of customers that events are sent to, and the deliveries to each.
create table webhook_endpoints (
  id bigint generated always as identity,
  customer_id bigint not null,
  url text not null,
  events text[] not null,
  -- Sealed with a key outside the database.
  sealed_secret text not null,
  -- After a rotation deliveries are signed with both until this time.
  sealed_previous_secret text,
  previous_until timestamptz,
  created_at timestamptz not null,
  constraint webhook_endpoints_pkey primary key (id),
  constraint webhook_endpoints_previous check (
    (sealed_previous_secret is null) = (previous_until is null)
  ),
  constraint webhook_endpoints_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

create index webhook_endpoints_by_customer on webhook_endpoints (customer_id, id);

create table webhook_deliveries (
  id bigint generated always as identity,
  endpoint_id bigint not null,
  -- The `webhook-id`: the same for every attempt and every resend.
  event_id text not null,
  type text not null,
  -- The body as it is signed and sent.
  body text not null,
  created_at timestamptz not null,
  -- Attempts go on for three days after it: the creation or the last resend.
  retried_since timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  delivered_at timestamptz,
  dead_at timestamptz,
  last_error text,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_event_unique unique (endpoint_id, event_id),
  constraint webhook_deliveries_one_end check (delivered_at is null or dead_at is null),
  constraint webhook_deliveries_endpoint_fkey foreign key (endpoint_id)
    references webhook_endpoints (id) on delete cascade
);

create index webhook_deliveries_pending on webhook_deliveries (endpoint_id, id)
  where delivered_at is null and dead_at is null;
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
