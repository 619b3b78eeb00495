-- Single sign-on of staff. The accounts of members at the provider of OpenID Connect.
create table staff_identities (
  issuer text not null,
  -- The provider's name of the person (`sub`), which it never gives to another.
  subject text not null,
  staff_id bigint not null,
  linked_at timestamptz not null,
  constraint staff_identities_pkey primary key (issuer, subject),
  -- An email that the provider gives to another person does not give them this member's account.
  constraint staff_identities_one_of_member unique (staff_id, issuer),
  constraint staff_identities_staff_fkey foreign key (staff_id) references staff (id)
);

-- Sign-ins whose browser is at the provider. Each is deleted when it comes back.
create table staff_sign_ons (
  -- The SHA-256, in hex, of a secret that only the browser's tab has.
  secret_hash text not null,
  expires_at timestamptz not null,
  constraint staff_sign_ons_pkey primary key (secret_hash),
  constraint staff_sign_ons_hash_form check (secret_hash ~ '^[0-9a-f]{64}$')
);

create index staff_sign_ons_by_expiry on staff_sign_ons (expires_at);
