-- Work that must happen although the process may die, and what must leave the house. Both tables
-- have the same columns, so one worker serves them; only `outbox` keeps an order, per stream.
-- A row is open until it is done or dead. `due_at` is when a worker may take it: in the future
-- while it waits for its time or for the next try, and while another worker holds it (the lease).

create table jobs (
  id bigint generated always as identity,
  kind text not null,
  stream text not null default '',
  key text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Changes with each claim, so that a worker that lost its lease can't finish the row.
  lease uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  constraint jobs_pkey primary key (id),
  constraint jobs_key_unique unique (kind, key),
  constraint jobs_one_end check (done_at is null or dead_at is null)
);

create index jobs_open on jobs (due_at) where done_at is null and dead_at is null;
create index jobs_done on jobs (done_at) where done_at is not null;
create index jobs_dead on jobs (id) where dead_at is not null;

create table outbox (
  id bigint generated always as identity,
  kind text not null,
  -- Rows of one kind and stream are delivered in the order of their ids.
  stream text not null,
  key text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  lease uuid,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  constraint outbox_pkey primary key (id),
  constraint outbox_key_unique unique (kind, key),
  constraint outbox_one_end check (done_at is null or dead_at is null)
);

create index outbox_open on outbox (due_at) where done_at is null and dead_at is null;
create index outbox_stream on outbox (kind, stream, id) where done_at is null and dead_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;
create index outbox_dead on outbox (id) where dead_at is not null;
