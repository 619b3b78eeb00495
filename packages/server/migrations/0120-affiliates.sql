-- Partners who refer visitors. Their codes are in attribution_codes (0041), whom they referred in
-- customers.referred_by.
create table affiliates (
  id bigint generated always as identity,
  email text not null,
  password_hash text not null,
  name text not null,
  created_at timestamptz not null,
  -- Such a one cannot sign in; what they referred stays theirs.
  blocked_at timestamptz,
  constraint affiliates_pkey primary key (id),
  constraint affiliates_email_unique unique (email)
);

create index attribution_codes_by_owner on attribution_codes (owner_id, kind);
