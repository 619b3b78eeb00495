-- Exports of everything held about a customer. The file lies sealed in parts under DATA_DIR/exports,
-- a part being written before the row that names it; parts that no row names are removed.
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
  -- The ids of the files, in their order.
  part_ids jsonb not null default '[]',
  -- Which key of DATA_DIR/secrets they are sealed with.
  key_name text not null,
  constraint data_exports_pkey primary key (id),
  constraint data_exports_customer_fkey foreign key (customer_id) references customers (id),
  constraint data_exports_state
    check (state in ('waiting', 'making', 'ready', 'failed', 'erased')),
  constraint data_exports_ready_whole check (
    num_nulls(ready_at, expires_at) = case when state in ('ready', 'erased') then 0 else 2 end
  )
);

-- One at a time.
create unique index data_exports_under_way on data_exports (customer_id)
  where state in ('waiting', 'making');
create index data_exports_by_customer on data_exports (customer_id, requested_at);
create index data_exports_ready on data_exports (expires_at) where state = 'ready';
