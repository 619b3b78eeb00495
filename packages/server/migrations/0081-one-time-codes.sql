-- Codes of links that were mailed, and of challenges. Only their SHA-256 in hex is stored.
create table one_time_codes (
  code_hash text not null,
  purpose text not null,
  -- Null for a challenge that is given to a stranger.
  customer_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses_left integer not null,
  -- Of an auto-login link: the session that its last use began.
  session_id uuid,
  -- Of a challenge: the auto-login link whose use is not complete without it.
  link_hash text,
  constraint one_time_codes_pkey primary key (code_hash),
  constraint one_time_codes_purpose
    check (purpose in ('confirm-email', 'reset-password', 'auto-login', 'second-factor')),
  constraint one_time_codes_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade,
  constraint one_time_codes_uses check (uses_left >= 0),
  constraint one_time_codes_hash_form check (code_hash ~ '^[0-9a-f]{64}$')
);

create index one_time_codes_by_customer on one_time_codes (customer_id, purpose);
create index one_time_codes_by_expiry on one_time_codes (expires_at);
