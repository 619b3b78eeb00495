-- Accounts that may belong to one person (features/linked-accounts).

-- What accounts can have in common. Rows that were not seen again for half a year are deleted.
create table account_traits (
  kind text not null,
  -- The network as it is; of all else a SHA-256 in hex, or with the network of a device.
  value text collate "C" not null,
  customer_id bigint not null,
  -- What staff are shown of it, such as the last four digits of a phone number.
  label text not null,
  seen_at timestamptz not null,
  constraint account_traits_pkey primary key (kind, value, customer_id),
  constraint account_traits_customer_fkey foreign key (customer_id) references customers (id),
  constraint account_traits_kind check (kind in ('payout', 'phone', 'card', 'device', 'network'))
);

create index account_traits_by_customer on account_traits (customer_id);
create index account_traits_by_age on account_traits (seen_at);

-- Two accounts with a reason to look at them together, and what staff decided.
create table account_links (
  id bigint generated always as identity,
  first_id bigint not null,
  second_id bigint not null,
  -- 0 to 100, as core/linked-accounts computes it.
  score integer not null,
  -- How often one account held the opposite of the other's position; 0 for none.
  hedges integer not null,
  -- Whether balance protection was paid to one of the two during a hedge.
  was_protected boolean not null,
  evidence jsonb not null,
  status text not null default 'open',
  found_at timestamptz not null,
  updated_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  note text,
  -- The score that was decided on: a link whose score rises far above it is open again.
  decided_score integer,
  constraint account_links_pkey primary key (id),
  constraint account_links_unique unique (first_id, second_id),
  constraint account_links_first_fkey foreign key (first_id) references customers (id),
  constraint account_links_second_fkey foreign key (second_id) references customers (id),
  constraint account_links_order check (first_id < second_id),
  constraint account_links_score check (score between 0 and 100),
  constraint account_links_status check (status in ('open', 'reviewed', 'dismissed', 'confirmed')),
  constraint account_links_decided check (
    num_nulls(decided_by, decided_at, note, decided_score) in (0, 4)
  )
);

create index account_links_by_status on account_links (status, id);
create index account_links_by_score on account_links (score, id);
create index account_links_of_second on account_links (second_id, id);

-- How far the positions, withdrawals and payments of balance protection have been looked at.
create table account_link_scans (
  id smallint not null default 1,
  position_id bigint not null,
  posting_id bigint not null,
  transaction_number bigint not null,
  scanned_at timestamptz not null,
  constraint account_link_scans_pkey primary key (id),
  constraint account_link_scans_single check (id = 1)
);

create index postings_protections on postings (id) where kind in ('protection', 'shortfall');
create index customer_terms_sharing on customer_terms (customer_id) where shares_protection;
