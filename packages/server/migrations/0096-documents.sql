-- Identity documents: what staff have to see and have seen. The file itself lies sealed under
-- DATA_DIR/documents; a row is written after its file and a file without a row is removed.
create table documents (
  id bigint generated always as identity,
  customer_id bigint not null,
  kind text not null,
  status text not null,
  note text not null default '',
  format text not null,
  -- Of what was uploaded, not of what is stored.
  bytes integer not null,
  file_id uuid not null,
  -- Which key of DATA_DIR/secrets it is sealed with.
  key_name text not null,
  uploaded_at timestamptz not null,
  judged_at timestamptz,
  judged_by text,
  constraint documents_pkey primary key (id),
  constraint documents_customer_fkey foreign key (customer_id) references customers (id),
  constraint documents_file_unique unique (file_id),
  constraint documents_kind check (kind in ('passport', 'address', 'funding-front', 'funding-back')),
  constraint documents_status check (status in ('processing', 'approved', 'rejected')),
  constraint documents_format check (format in ('jpeg', 'pdf')),
  constraint documents_judged_whole check (
    num_nulls(judged_at, judged_by) = case status when 'processing' then 2 else 0 end
  )
);

-- One of a kind waits or is approved; the rest was rejected.
create unique index documents_standing on documents (customer_id, kind) where status <> 'rejected';
create index documents_by_customer on documents (customer_id, uploaded_at);
create index documents_waiting on documents (id) where status = 'processing';

-- The state of each kind as the customer sees it, the latest upload's.
alter table customers add column documents jsonb not null default '{}';
