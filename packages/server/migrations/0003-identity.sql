-- How customers, affiliates and staff sign in.

-- Sessions of every kind. Only the SHA-256 of a token is stored, in hex.
create table sessions (
  id uuid not null,
  kind text not null,
  subject_id bigint not null,
  token_hash text not null,
  -- 'low': opened by a link. It can trade, but neither withdraw nor change credentials.
  assurance text not null,
  created_at timestamptz not null,
  -- Exact to a minute.
  last_used_at timestamptz not null,
  -- The absolute end, however much the session is used.
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  ip text not null,
  -- The IPv4 address, or the /64 of an IPv6 address.
  network text not null,
  user_agent text not null,
  client_info jsonb,
  -- SHA-256 of browser, system and country. It tells whether a sign-in is from a known device.
  device text,
  -- When this session last confirmed the password, and the second factor, for a sensitive action.
  password_proved_at timestamptz,
  second_proved_at timestamptz,
  -- The staff member who views the platform as this customer. Such a session is read-only.
  viewed_by bigint,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_unique unique (token_hash),
  constraint sessions_kind check (kind in ('customer', 'affiliate', 'staff', 'content')),
  constraint sessions_assurance check (assurance in ('full', 'low')),
  constraint sessions_token_hash_form check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint sessions_end_whole check ((ended_at is null) = (end_reason is null)),
  constraint sessions_viewed check (viewed_by is null or kind = 'customer')
);

create index sessions_by_subject on sessions (subject_id, kind, created_at);
create index sessions_by_expiry on sessions (expires_at);
create index sessions_by_device on sessions (subject_id, kind, device, created_at);
-- A view ends with the staff member's right to it.
create index sessions_by_viewer on sessions (viewed_by)
  where viewed_by is not null and ended_at is null;

-- Codes of mailed links and of challenges. Only their SHA-256 is stored, in hex.
create table one_time_codes (
  code_hash text not null,
  purpose text not null,
  -- Null for a challenge to a visitor who is not signed in.
  customer_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  uses_left integer not null,
  -- Of an auto-login link: the session that its last use opened.
  session_id uuid,
  -- Of a challenge: the auto-login link whose use it completes.
  link_hash text,
  constraint one_time_codes_pkey primary key (code_hash),
  constraint one_time_codes_purpose check (purpose in
    ('confirm-email', 'reset-password', 'auto-login', 'second-factor', 'passkey-add', 'passkey')),
  constraint one_time_codes_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade,
  constraint one_time_codes_uses check (uses_left >= 0),
  constraint one_time_codes_hash_form check (code_hash ~ '^[0-9a-f]{64}$')
);

create index one_time_codes_by_customer on one_time_codes (customer_id, purpose);
create index one_time_codes_by_expiry on one_time_codes (expires_at);

-- Customers' authenticator apps. The secret is encrypted with a key outside the database.
create table second_factors (
  customer_id bigint not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  -- Null until a first code confirmed the app. Until then no code is asked for.
  confirmed_at timestamptz,
  -- The time step (T of RFC 6238) of the last accepted code. No code is accepted twice.
  last_step bigint not null,
  constraint second_factors_pkey primary key (customer_id),
  constraint second_factors_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

-- SHA-256 in hex of 80 random bits. A used code is deleted.
create table recovery_codes (
  customer_id bigint not null,
  code_hash text not null,
  constraint recovery_codes_pkey primary key (customer_id, code_hash),
  constraint recovery_codes_factor_fkey foreign key (customer_id)
    references second_factors (customer_id) on delete cascade
);

-- Passkeys (WebAuthn). Only public keys are stored.
create table passkeys (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The authenticator's id of the credential, base64url.
  credential_id text not null,
  public_key bytea not null,
  -- The authenticator's signature counter; 0 where it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_unique unique (credential_id),
  constraint passkeys_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

create index passkeys_by_customer on passkeys (customer_id, id);

-- Failed passwords and second factors, kept so that a restart grants no new attempts. Rows live for
-- minutes. The account is a SHA-256 in hex, because an attempt may name an unknown email address.
create table credential_failures (
  throttle text not null,
  account_hash text not null,
  failures integer not null,
  last_at timestamptz not null,
  constraint credential_failures_pkey primary key (throttle, account_hash),
  constraint credential_failures_count check (failures > 0)
);

create index credential_failures_by_time on credential_failures (last_at);

-- Members of staff. Their sessions have the kind 'staff'.
create table staff (
  id bigint generated always as identity,
  email text not null,
  name text not null,
  password_hash text not null,
  roles text[] not null,
  created_at timestamptz not null,
  -- A disabled member cannot sign in. Their past actions keep their name.
  disabled_at timestamptz,
  -- The secret of the authenticator app, encrypted with a key outside the database. It counts once
  -- a first code has confirmed it.
  sealed_totp text,
  totp_confirmed_at timestamptz,
  -- The time step (T of RFC 6238) of the last accepted code. No code is accepted twice.
  totp_last_step bigint not null default 0,
  -- When and by whom somebody else created or enabled the member, set their roles, or reset their
  -- password or authenticator app. For some days after it the member cannot be the second person of
  -- an approval.
  changed_at timestamptz not null,
  changed_by text not null,
  constraint staff_pkey primary key (id),
  constraint staff_email_unique unique (email),
  constraint staff_roles check (
    roles <@ array['support', 'compliance', 'finance', 'dealing', 'content', 'admin']
  ),
  constraint staff_totp_whole check (totp_confirmed_at is null or sealed_totp is not null)
);

-- The keys of DATA_DIR/secrets that belong to this database: HMAC-SHA-256 in hex of the key's name
-- under the key itself, which reveals nothing of the key. A start with another key is refused.
create table secret_fingerprints (
  name text not null,
  fingerprint text not null,
  recorded_at timestamptz not null,
  constraint secret_fingerprints_pkey primary key (name),
  constraint secret_fingerprints_form check (fingerprint ~ '^[0-9a-f]{64}$')
);
