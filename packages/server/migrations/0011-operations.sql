-- Background work, the audit log and the state of the installation.

-- Work that must be done although the process may die, and messages to the outside. Both tables have
-- the same columns, so that one worker serves them; only `outbox` keeps an order, per stream. A row
-- is open until it is done or dead. `due_at` is when a worker may claim it: it lies in the future
-- while the row waits for its time or its next attempt, and while another worker holds its lease.
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
-- All messages to a customer are erased with the customer, sent and dead ones included.
create index outbox_all_of_stream on outbox (stream, kind);

-- Who did what to whom, and why. Triggers reject everything but inserts, and each row's hash covers
-- the row before: audit_first_fault() finds a gap, and a change that bypassed the triggers.
create table audit_events (
  id bigint not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  -- Null where the action came over no network.
  ip text,
  constraint audit_events_pkey primary key (id),
  constraint audit_events_names check (actor <> '' and action <> '' and subject <> '')
);

create index audit_events_by_subject on audit_events (subject, id);
create index audit_events_by_actor on audit_events (actor, id);
create index audit_events_by_action on audit_events (action, id);
create index audit_events_by_time on audit_events (at, id);

-- The end of the chain: it reveals rows that were removed after the last one left.
create table audit_head (
  id smallint not null default 1,
  event_id bigint not null,
  hash bytea not null,
  constraint audit_head_pkey primary key (id),
  constraint audit_head_one check (id = 1)
);

insert into audit_head (event_id, hash) values (0, '');

-- How this installation began, which decides once whether it has demo data.
create table first_run (
  id smallint not null default 1,
  -- 'bare': without demo customers. 'begun': the demo data is being made. 'done': it is complete.
  demo text not null,
  begun_at timestamptz not null,
  constraint first_run_pkey primary key (id),
  constraint first_run_single check (id = 1),
  constraint first_run_demo check (demo in ('bare', 'begun', 'done'))
);
