-- Customers, the codes that refer them, and what is kept of them until they are erased. Money and
-- open risk are in 0004, credentials in 0003.
--
-- Everywhere: amounts are bigint in euro cents, rates are bigint in points of the symbol, and a
-- timestamptz is when something happened by the program's clock.

-- The id is the ISO 3166-1 numeric code.
create table countries (
  id integer not null,
  alpha2 text not null,
  name text not null,
  constraint countries_pkey primary key (id),
  constraint countries_alpha2_unique unique (alpha2),
  constraint countries_alpha2_form check (alpha2 ~ '^[A-Z]{2}$')
);

-- The codes that can refer a visitor: a customer's uniqid or an affiliate's code.
create table attribution_codes (
  code text not null,
  kind text not null,
  owner_id bigint not null,
  constraint attribution_codes_pkey primary key (code),
  constraint attribution_codes_kind check (kind in ('customer', 'affiliate')),
  constraint attribution_codes_length check (length(code) between 4 and 64)
);

create index attribution_codes_by_owner on attribution_codes (owner_id, kind);

-- Partners who refer visitors.
create table affiliates (
  id bigint generated always as identity,
  email text not null,
  password_hash text not null,
  name text not null,
  created_at timestamptz not null,
  -- A blocked affiliate cannot sign in and keeps the customers whom they referred.
  blocked_at timestamptz,
  constraint affiliates_pkey primary key (id),
  constraint affiliates_email_unique unique (email)
);

create index affiliates_by_email on affiliates ((email collate "C"), id);
create index affiliates_by_name on affiliates ((lower(name) collate "C"), id);

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
  language text not null default 'en',
  uniqid text not null,
  pin text,
  level text not null default 'Standard',
  auto_trading boolean not null default false,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  -- Both are set only when the code was known at sign-up.
  referred_by text,
  source_page text,
  -- What the browser reported at sign-up. It is not verified.
  sign_up_info jsonb,
  created_at timestamptz not null,
  -- Nothing can be withdrawn before the email address is confirmed.
  email_confirmed_at timestamptz,
  -- Null until the engine has the account. A start resumes a sign-up that a crash interrupted.
  account_added_at timestamptz,
  -- The engine's status of an account has three sources: what the broker set, whether the customer's
  -- own limits stop openings, and whether the account is being closed. Each changes by itself.
  house_status text not null default 'active',
  openings_stopped boolean not null default false,
  is_closing boolean not null default false,
  -- The state of each kind of document, of its latest upload.
  documents jsonb not null default '{}',
  closed_at timestamptz,
  -- Records are kept for the legal period. From this time on the row names nobody.
  erased_at timestamptz,
  constraint customers_pkey primary key (id),
  constraint customers_email_unique unique (email),
  constraint customers_uniqid_unique unique (uniqid),
  constraint customers_country_fkey foreign key (country_id) references countries (id),
  constraint customers_referred_by_fkey foreign key (referred_by)
    references attribution_codes (code),
  constraint customers_language check (language in ('en', 'de', 'it', 'es')),
  constraint customers_house_status check (house_status in ('active', 'close-only', 'blocked')),
  constraint customers_erased_after_closing check (erased_at is null or closed_at is not null)
);

create index customers_without_account on customers (id) where account_added_at is null;
create index customers_by_referrer on customers (referred_by, id) where referred_by is not null;
create index customers_auto_trading on customers (id) where auto_trading;
create index customers_closed on customers (closed_at)
  where closed_at is not null and erased_at is null;
-- The orders of the back office's lists. With the collation "C" one index serves both the search for
-- a prefix and the order, and a page continues after the last row of the one before.
create index customers_by_created on customers (created_at, id);
create index customers_by_email on customers ((email collate "C"), id);
create index customers_by_first_name on customers ((lower(first_name) collate "C"), id);
create index customers_by_last_name on customers ((lower(last_name) collate "C"), id);
create index customers_by_phone on customers ((phone collate "C"), id);
create index customers_by_country on customers (country_id, id);

-- The terms of each customer as the broker set them. trading_accounts has the terms that the engine
-- applies. Where the two differ, the engine has not applied the change yet.
create table customer_terms (
  customer_id bigint not null,
  is_verified boolean not null,
  client_category text not null,
  is_protected boolean not null,
  permitted_categories jsonb not null,
  leverage_indexes jsonb not null,
  constraint customer_terms_pkey primary key (customer_id),
  constraint customer_terms_customer_fkey foreign key (customer_id) references customers (id),
  constraint customer_terms_category check (client_category in ('retail', 'professional'))
);

-- Notes of staff about a customer. They are only added to, until the customer is erased.
create table customer_notes (
  id bigint generated always as identity,
  customer_id bigint not null,
  author text not null,
  text text not null,
  created_at timestamptz not null,
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_fkey foreign key (customer_id) references customers (id)
);

create index customer_notes_by_customer on customer_notes (customer_id, id);

-- Sign-ups of the last hour. They limit the sign-ups of each network and of all networks together,
-- also after a restart. Rows are deleted after some hours.
create table sign_ups (
  id bigint generated always as identity,
  network text not null,
  at timestamptz not null,
  constraint sign_ups_pkey primary key (id)
);

create index sign_ups_by_time on sign_ups (at);

-- Exports of everything held about a customer. The files are encrypted parts in DATA_DIR/exports. A
-- part is written before the row that names it, and a part that no row names is removed.
create table data_exports (
  id uuid not null,
  customer_id bigint not null,
  state text not null,
  requested_at timestamptz not null,
  sections_done integer not null default 0,
  sections integer not null,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint not null default 0,
  -- The ids of the files, in order.
  part_ids jsonb not null default '[]',
  -- The name of the key in DATA_DIR/secrets that encrypts the parts.
  key_name text not null,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_customer_fkey foreign key (customer_id) references customers (id),
  constraint data_exports_state
    check (state in ('waiting', 'making', 'ready', 'failed', 'erased')),
  constraint data_exports_ready_whole check (
    num_nulls(ready_at, expires_at) = case when state in ('ready', 'erased') then 0 else 2 end
  )
);

-- A customer has one export in progress at most.
create unique index data_exports_under_way on data_exports (customer_id)
  where state in ('waiting', 'making');
create index data_exports_by_customer on data_exports (customer_id, requested_at);
create index data_exports_ready on data_exports (expires_at) where state = 'ready';

-- Closures between the block of the account and its end. A start finishes or reverses a closure that
-- a crash interrupted.
create table account_closings (
  customer_id bigint not null,
  begun_at timestamptz not null,
  constraint account_closings_pkey primary key (customer_id),
  constraint account_closings_customer_fkey foreign key (customer_id) references customers (id)
);

-- Email addresses of customers who excluded themselves and were erased, as HMAC-SHA-256 in hex under
-- a key in DATA_DIR/secrets: the table names nobody, and still rejects their sign-up.
create table excluded_emails (
  email_hash text not null,
  -- Null: permanently.
  until_at timestamptz,
  constraint excluded_emails_pkey primary key (email_hash),
  constraint excluded_emails_form check (email_hash ~ '^[0-9a-f]{64}$')
);
