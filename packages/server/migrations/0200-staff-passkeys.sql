-- Passkeys (WebAuthn) of members of staff. Only public keys are stored.
create table staff_passkeys (
  id bigint generated always as identity,
  staff_id bigint not null,
  -- The authenticator's id of the credential, base64url.
  credential_id text not null,
  public_key bytea not null,
  -- The authenticator's signature counter; 0 where it does not count.
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint staff_passkeys_pkey primary key (id),
  constraint staff_passkeys_credential_unique unique (credential_id),
  constraint staff_passkeys_staff_fkey foreign key (staff_id) references staff (id)
);

create index staff_passkeys_by_staff on staff_passkeys (staff_id, id);

-- Challenges that a passkey of staff must sign. Each is deleted when it is answered.
create table staff_passkey_challenges (
  -- The SHA-256 of the challenge, in hex.
  challenge_hash text not null,
  -- The member who adds a passkey; null where the passkey shows who it is.
  staff_id bigint,
  expires_at timestamptz not null,
  constraint staff_passkey_challenges_pkey primary key (challenge_hash),
  constraint staff_passkey_challenges_staff_fkey foreign key (staff_id) references staff (id),
  constraint staff_passkey_challenges_hash_form check (challenge_hash ~ '^[0-9a-f]{64}$')
);

create index staff_passkey_challenges_by_expiry on staff_passkey_challenges (expires_at);
