-- What other programs on this database must notice within a second, such as the end of a session.
-- Triggers write the rows in the transaction of the change; each program reads the new ones twice a
-- second. A row is deleted after some minutes.
create table changes (
  id bigint generated always as identity,
  topic text not null,
  -- The primary key of the changed row.
  key text not null,
  -- The transaction: what a program has not seen yet follows from its last snapshot, also when
  -- transactions commit in another order than they began.
  changed_in xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  constraint changes_pkey primary key (id)
);

create index changes_by_transaction on changes (changed_in);
create index changes_by_time on changes (changed_at);

-- Records of sign-ins that are not yet in the hash chain of audit_events. They commit with the
-- sign-in; one writer moves them to the chain within seconds, so that sign-ins don't wait for each
-- other.
create table audit_queue (
  id bigint generated always as identity,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  ip text,
  queued_at timestamptz not null default clock_timestamp(),
  constraint audit_queue_pkey primary key (id),
  constraint audit_queue_names check (actor <> '' and action <> '' and subject <> '')
);
