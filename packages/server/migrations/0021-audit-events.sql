-- Who did what to whom, and why. Rows are only ever added: the triggers refuse everything else,
-- and each row's hash covers the row before, so that a gap or a change made behind the triggers'
-- back is found by audit_first_fault().

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
  constraint audit_events_pkey primary key (id),
  constraint audit_events_names check (actor <> '' and action <> '' and subject <> '')
);

create index audit_events_by_subject on audit_events (subject, id);
create index audit_events_by_actor on audit_events (actor, id);

-- The array's text quotes its items, so no two rows can have one text. The instant is hashed in
-- microseconds, whatever time zone the session has.
create function audit_hash(event audit_events) returns bytea
language sql stable as $$
  select sha256(event.previous_hash || convert_to(array[
    event.id::text,
    (extract(epoch from event.at) * 1000000)::bigint::text,
    event.actor, event.action, event.subject, event.reason,
    event.before::text, event.after::text
  ]::text, 'UTF8'))
$$;

-- One writer at a time until its commit, so that the chain can't fork. The number is this table's own.
create function audit_append() returns trigger
language plpgsql as $$
declare
  last audit_events;
begin
  perform pg_advisory_xact_lock(7100021);
  select * into last from audit_events order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous_hash := coalesce(last.hash, ''::bytea);
  new.hash := audit_hash(new);
  return new;
end
$$;

create function audit_refuse() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_events is append only' using errcode = 'integrity_constraint_violation';
end
$$;

create trigger audit_events_append before insert on audit_events
  for each row execute function audit_append();
create trigger audit_events_keep before update or delete on audit_events
  for each row execute function audit_refuse();
create trigger audit_events_keep_all before truncate on audit_events
  for each statement execute function audit_refuse();

-- The id of the first row that is changed, or that follows a gap; null when the chain is whole.
create function audit_first_fault() returns bigint
language sql stable as $$
  select min(id) from (
    select event.id,
      event.hash is distinct from audit_hash(event) as is_changed,
      event.id <> row_number() over chain as follows_a_gap,
      event.previous_hash is distinct from
        coalesce(lag(event.hash) over chain, ''::bytea) as is_unlinked
    from audit_events event
    window chain as (order by event.id)
  ) checked
  where is_changed or follows_a_gap or is_unlinked
$$;
