-- What providers told us, written before they are answered and judged by a job afterwards. Of a
-- message only what it says of the payment is kept, and a digest of its bytes to know it again.
create table provider_events (
  id bigint generated always as identity,
  provider text not null,
  body_hash bytea not null,
  order_ref text collate "C" not null,
  provider_reference text collate "C",
  outcome text not null,
  amount_cents bigint,
  currency text,
  reason text,
  is_test boolean not null,
  is_signed boolean not null,
  details jsonb not null,
  received_at timestamptz not null,
  -- What became of it; null until it is judged.
  result text,
  judged_at timestamptz,
  constraint provider_events_pkey primary key (id),
  constraint provider_events_body_unique unique (provider, body_hash),
  constraint provider_events_judged check ((result is null) = (judged_at is null))
);

create index provider_events_by_order on provider_events (order_ref, id);
create index provider_events_open on provider_events (id) where result is null;
