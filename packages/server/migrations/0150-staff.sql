-- Those who work in the back office. Sessions of theirs are in `sessions` under the kind 'staff'.
create table staff (
  id bigint generated always as identity,
  email text not null,
  name text not null,
  password_hash text not null,
  roles text[] not null,
  created_at timestamptz not null,
  -- Such a one cannot sign in; what they did keeps their name.
  disabled_at timestamptz,
  -- The secret of the authenticator app, sealed with a key outside the database. It counts once a
  -- first code has confirmed it.
  sealed_totp text,
  totp_confirmed_at timestamptz,
  -- RFC 6238's T of the last code that was taken; none is taken twice.
  totp_last_step bigint not null default 0,
  constraint staff_pkey primary key (id),
  constraint staff_email_unique unique (email),
  constraint staff_roles check (
    roles <@ array['support', 'compliance', 'finance', 'dealing', 'content', 'admin']
  ),
  constraint staff_totp_whole check (totp_confirmed_at is null or sealed_totp is not null)
);
