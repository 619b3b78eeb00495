-- Web Push: the key pair that messages are signed with, and the browsers that receive them.
create table push_keys (
  id smallint not null default 1,
  -- The uncompressed point in base64url, as browsers subscribe with it.
  public_key text not null,
  -- Sealed with a key outside the database.
  sealed_private_key text not null,
  created_at timestamptz not null,
  constraint push_keys_pkey primary key (id),
  constraint push_keys_single check (id = 1)
);

create table push_devices (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The session that last used the subscription. Its sign-out ends the subscription.
  session_id uuid not null,
  -- The address at the push service. One browser has one, whoever signs in there.
  endpoint text not null,
  -- What messages are encrypted with (RFC 8291), in base64url.
  p256dh text not null,
  auth text not null,
  name text not null,
  created_at timestamptz not null,
  -- When a session last used the subscription.
  kept_at timestamptz not null,
  delivered_at timestamptz,
  constraint push_devices_pkey primary key (id),
  constraint push_devices_endpoint_unique unique (endpoint),
  constraint push_devices_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

create index push_devices_by_customer on push_devices (customer_id, id);
create index push_devices_by_session on push_devices (session_id);
create index push_devices_by_age on push_devices (kept_at);

-- The topics that a customer switched off.
create table push_topics_off (
  customer_id bigint not null,
  topic text not null,
  constraint push_topics_off_pkey primary key (customer_id, topic),
  constraint push_topics_off_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);
