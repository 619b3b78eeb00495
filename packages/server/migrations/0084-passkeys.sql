-- Passkeys (WebAuthn): public keys only, so there is nothing here to steal.
create table passkeys (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- The authenticator's own name for the key, base64url.
  credential_id text not null,
  public_key bytea not null,
  -- Signatures made so far, as the authenticator counts them; 0 where it does not.
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

alter table one_time_codes
  drop constraint one_time_codes_purpose,
  add constraint one_time_codes_purpose check (purpose in
    ('confirm-email', 'reset-password', 'auto-login', 'second-factor', 'passkey-add', 'passkey'));
