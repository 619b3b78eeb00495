-- The end of accounts. What the law wants kept of a customer stays in their row until erased_at.
alter table customers
  add column closed_at timestamptz,
  -- From then on the row names nobody.
  add column erased_at timestamptz,
  add constraint customers_erased_after_closing check (erased_at is null or closed_at is not null);

create index customers_closed on customers (closed_at) where closed_at is not null and erased_at is null;

-- Closings between the block of the account and its end: a crash between the two is finished or
-- taken back from here.
create table account_closings (
  customer_id bigint not null,
  begun_at timestamptz not null,
  -- What the house had set before.
  house_status text not null,
  constraint account_closings_pkey primary key (customer_id),
  constraint account_closings_customer_fkey foreign key (customer_id) references customers (id),
  constraint account_closings_status check (house_status in ('active', 'close-only', 'blocked'))
);

-- Emails that excluded themselves and whose account was erased: HMAC-SHA-256 in hex under a key of
-- DATA_DIR/secrets, so that the table names nobody, and still none of them signs up anew.
create table excluded_emails (
  email_hash text not null,
  -- Null: for ever.
  until_at timestamptz,
  constraint excluded_emails_pkey primary key (email_hash),
  constraint excluded_emails_form check (email_hash ~ '^[0-9a-f]{64}$')
);
