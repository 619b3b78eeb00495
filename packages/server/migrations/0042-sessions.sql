-- Sessions of every kind. The token itself is never stored, only its SHA-256 in hex.
create table sessions (
  id uuid not null,
  kind text not null,
  subject_id bigint not null,
  token_hash text not null,
  -- 'low': came by a link; it may trade, but not withdraw or change credentials.
  assurance text not null,
  created_at timestamptz not null,
  -- Exact to a minute.
  last_used_at timestamptz not null,
  -- The absolute end, however much it is used.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text not null,
  -- The ip, or the /64 of an IPv6 one.
  network text not null,
  user_agent text not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_unique unique (token_hash),
  constraint sessions_kind check (kind in ('customer', 'affiliate', 'staff', 'content')),
  constraint sessions_assurance check (assurance in ('full', 'low')),
  constraint sessions_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint sessions_end_whole check ((ended_at is null) = (end_reason is null))
);

create index sessions_by_subject on sessions (subject_id, kind, created_at);
create index sessions_by_expiry on sessions (expires_at);
