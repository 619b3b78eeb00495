-- Keys of the public API. The key itself is shown once; only its hash is stored.
create table api_keys (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- SHA-256 of the key, in hex.
  key_hash text not null,
  -- The first characters of the key, to recognise it by.
  key_start text not null,
  name text not null,
  scopes text[] not null,
  -- CIDR ranges that may use the key; empty: any network.
  networks text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_hash_unique unique (key_hash),
  constraint api_keys_scopes check (scopes <@ array['read', 'trade'] and 'read' = any (scopes)),
  constraint api_keys_use check ((last_used_at is null) = (last_used_ip is null)),
  constraint api_keys_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

create index api_keys_by_customer on api_keys (customer_id, id);
