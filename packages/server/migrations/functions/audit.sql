-- The hash chain of audit_events. The text form of an array quotes its elements, so no two
-- different rows have the same text, and the instant is hashed in microseconds, whatever the
-- session's time zone is. A row without an address has one element less, so that it can't be
-- mistaken for one with an address.
create or replace function audit_hash(event audit_events) returns bytea
language sql stable as $$
  select sha256(event.previous_hash || convert_to((array[
    event.id::text,
    (extract(epoch from event.at) * 1000000)::bigint::text,
    event.actor, event.action, event.subject, event.reason,
    event.before::text, event.after::text
  ] || case when event.ip is null then array[]::text[] else array[event.ip] end)::text, 'UTF8'))
$$;

-- One writer at a time until its commit, so that the chain can't fork.
create or replace function audit_append() returns trigger
language plpgsql as $$
declare
  last audit_events;
begin
  perform pg_advisory_xact_lock(7100021);
  select * into last from audit_events order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous_hash := coalesce(last.hash, ''::bytea);
  new.hash := audit_hash(new);
  -- Each update leaves a version of the one row until the commit, and the next one reads them all.
  if current_setting('halyard.is_chaining', true) is distinct from 'on' then
    update audit_head set event_id = new.id, hash = new.hash;
  end if;
  return new;
end
$$;

-- Appends at most so many queued records to the chain, in their order, and returns how many. While
-- it runs, audit_chain_earlier does nothing: its inserts would chain the records that it is reading.
create or replace function audit_chain_queued(at_most integer) returns integer
language plpgsql as $$
declare
  queued audit_queue;
  chained integer := 0;
begin
  -- Without the lock, an empty queue is seen at no cost for others.
  if not exists (select from audit_queue) then
    return 0;
  end if;
  perform pg_advisory_xact_lock(7100021);
  perform set_config('halyard.is_chaining', 'on', true);
  for queued in select * from audit_queue order by id limit at_most loop
    insert into audit_events (at, actor, action, subject, reason, before, after, ip)
    values (queued.at, queued.actor, queued.action, queued.subject, queued.reason, queued.before,
      queued.after, queued.ip);
    delete from audit_queue where id = queued.id;
    chained := chained + 1;
  end loop;
  perform set_config('halyard.is_chaining', '', true);
  if chained > 0 then
    update audit_head h set event_id = e.id, hash = e.hash
    from (select id, hash from audit_events order by id desc limit 1) e;
  end if;
  return chained;
end
$$;

-- What was queued before a record comes before it in the chain.
create or replace function audit_chain_earlier() returns trigger
language plpgsql as $$
begin
  if current_setting('halyard.is_chaining', true) is distinct from 'on' then
    perform audit_chain_queued(1000);
  end if;
  return null;
end
$$;

-- A queued record can be deleted only as the last one of the chain, and never changed. The role of
-- the program may delete rows of this table, because it moves them to the chain.
create or replace function audit_queue_keep() returns trigger
language plpgsql as $$
declare
  last audit_events;
begin
  if tg_op = 'DELETE' then
    select * into last from audit_events order by id desc limit 1;
    if (last.at, last.actor, last.action, last.subject, last.reason, last.before, last.after, last.ip)
      is not distinct from
      (old.at, old.actor, old.action, old.subject, old.reason, old.before, old.after, old.ip)
    then
      return old;
    end if;
  end if;
  raise exception 'audit_queue is append only' using errcode = 'integrity_constraint_violation';
end
$$;

create or replace function audit_refuse() returns trigger
language plpgsql as $$
begin
  raise exception 'audit_events is append only' using errcode = 'integrity_constraint_violation';
end
$$;

create or replace trigger audit_events_chain before insert on audit_events
  for each statement execute function audit_chain_earlier();
create or replace trigger audit_queue_keep before update or delete on audit_queue
  for each row execute function audit_queue_keep();
create or replace trigger audit_queue_keep_all before truncate on audit_queue
  for each statement execute function audit_queue_keep();

create or replace trigger audit_events_append before insert on audit_events
  for each row execute function audit_append();
create or replace trigger audit_events_keep before update or delete on audit_events
  for each row execute function audit_refuse();
create or replace trigger audit_events_keep_all before truncate on audit_events
  for each statement execute function audit_refuse();

-- Returns the id of the first row that was changed, that follows a gap, or that is missing at the
-- end; null when the chain is intact.
create or replace function audit_first_fault() returns bigint
language sql stable as $$
  select min(id) from (
    select id from (
      select event.id,
        event.hash is distinct from audit_hash(event) as is_changed,
        event.id <> row_number() over chain as follows_a_gap,
        event.previous_hash is distinct from
          coalesce(lag(event.hash) over chain, ''::bytea) as is_unlinked
      from audit_events event
      window chain as (order by event.id)
    ) checked
    where is_changed or follows_a_gap or is_unlinked
    union all
    select least(head.event_id, coalesce(last.id, 0)) + 1
    from (select coalesce(max(event_id), 0) as event_id, (array_agg(hash))[1] as hash
      from audit_head) head
      left join (select id, hash from audit_events order by id desc limit 1) last on true
    where head.event_id <> coalesce(last.id, 0) or head.hash is distinct from coalesce(last.hash, ''::bytea)
  ) faulty
$$;
