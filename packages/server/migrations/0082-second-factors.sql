-- The second factor by an authenticator app. The secret is sealed with a key outside the database.
create table second_factors (
  customer_id bigint not null,
  sealed_secret text not null,
  created_at timestamptz not null,
  -- Null until a first code was given: nothing is asked for before.
  confirmed_at timestamptz,
  -- The time step (RFC 6238) of the last code that was taken: no code is taken twice.
  last_step bigint not null,
  constraint second_factors_pkey primary key (customer_id),
  constraint second_factors_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);

-- One use each: a used one is deleted. SHA-256 in hex of 80 random bits.
create table recovery_codes (
  customer_id bigint not null,
  code_hash text not null,
  constraint recovery_codes_pkey primary key (customer_id, code_hash),
  constraint recovery_codes_factor_fkey foreign key (customer_id)
    references second_factors (customer_id) on delete cascade
);
