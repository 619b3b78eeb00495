-- Where from a deed was done, where that is known; and the end of the chain, so that rows cut off
-- behind the last one are missed too.
alter table audit_events add column ip text;

-- Rows without an address hash as before there was one. The element more makes another text, so no
-- row can pass for one of the other form.
create or replace function audit_hash(event audit_events) returns bytea
language sql stable as $$
  select sha256(event.previous_hash || convert_to((array[
    event.id::text,
    (extract(epoch from event.at) * 1000000)::bigint::text,
    event.actor, event.action, event.subject, event.reason,
    event.before::text, event.after::text
  ] || case when event.ip is null then array[]::text[] else array[event.ip] end)::text, 'UTF8'))
$$;

create table audit_head (
  id smallint not null default 1,
  event_id bigint not null,
  hash bytea not null,
  constraint audit_head_pkey primary key (id),
  constraint audit_head_one check (id = 1)
);

insert into audit_head (event_id, hash)
select coalesce(max(id), 0), coalesce((array_agg(hash order by id desc))[1], ''::bytea)
from audit_events;

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
  update audit_head set event_id = new.id, hash = new.hash;
  return new;
end
$$;

-- The id of the first row that is changed, or that follows a gap, or of the first one that is
-- missing at the end; null when the chain is whole.
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
