-- Customers: who they are. What the engine must know of them (verified, status, leverage, client
-- category) is in their account's terms and nowhere else.

-- The codes that a visitor can be referred by: a customer's uniqid or an affiliate's code.
create table attribution_codes (
  code text not null,
  kind text not null,
  owner_id bigint not null,
  constraint attribution_codes_pkey primary key (code),
  constraint attribution_codes_kind check (kind in ('customer', 'affiliate')),
  constraint attribution_codes_length check (length(code) between 4 and 64)
);

create table customers (
  id bigint generated always as identity,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text not null,
  birth_date date,
  country_id integer,
  state text,
  city text,
  street text,
  zip_code text,
  uniqid text not null,
  pin text,
  level text not null default 'Standard',
  auto_trading boolean not null default false,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  -- Both only when the code was known at sign-up.
  referred_by text,
  source_page text,
  created_at timestamptz not null,
  -- Null until the engine has the account: a crash between the two is resumed from here.
  account_added_at timestamptz,
  constraint customers_pkey primary key (id),
  constraint customers_email_unique unique (email),
  constraint customers_uniqid_unique unique (uniqid),
  constraint customers_country_fkey foreign key (country_id) references countries (id),
  constraint customers_referred_by_fkey foreign key (referred_by) references attribution_codes (code)
);

create index customers_without_account on customers (id) where account_added_at is null;
create index customers_by_referrer on customers (referred_by, id) where referred_by is not null;
