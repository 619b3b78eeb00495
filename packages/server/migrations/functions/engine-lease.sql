-- The lease of the engine's only writer. In READ COMMITTED, a statement of its own takes the lock
-- before the epoch is read. If the same statement did both, or an older snapshot were read, the
-- batch of a paused owner could commit after a take-over.
create or replace function assert_read_committed() returns void
language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the engine needs READ COMMITTED' using errcode = 'P0E02';
  end if;
end
$$;

-- Returns the second key of the advisory lock (1001, key), which batches share and a take-over
-- holds exclusively. Practice accounts, in the schema practice, have an engine and a lock of their
-- own.
create or replace function engine_lock() returns integer
language sql stable as $$
  select case current_schema() when 'practice' then 2 else 1 end
$$;

-- Returns whether the session that took or renewed the lease of an epoch still exists. Until it
-- ends, it holds the lock with the epoch's number, so PostgreSQL itself shows when the owner's
-- process has died.
create or replace function engine_owner_is_there(p_epoch bigint) returns boolean
language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and (classid::bigint << 32) + objid::bigint = p_epoch
      and database = (select oid from pg_database where datname = current_database())
  )
$$;

-- Returns whether a program stands by. It shares the advisory lock (1003, key) while it does, for
-- both kinds of accounts: a program that takes one lease takes the other after it.
create or replace function engine_has_standby() returns boolean
language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid = 1003
      and database = (select oid from pg_database where datname = current_database())
  )
$$;

-- Lets the owner know that the caller stands by, until its session ends or takes the lease.
create or replace function engine_stand_by() returns void
language plpgsql volatile as $$
begin
  if not exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 2 and classid = 1003
      and objid::bigint = engine_lock() and pid = pg_backend_pid()
  ) then
    perform pg_advisory_lock_shared(1003, engine_lock());
  end if;
end
$$;

-- Takes the lease if it is free, expired, the caller's own, or if its owner is gone: because the
-- caller is the only user of the database (p_is_alone), or because the owner's session has ended. A
-- restart of PostgreSQL ends every session, so for the length of a lease after it the owner can
-- return. Returns the new epoch and the last committed batch, or no row. Afterwards no batch of an
-- older epoch can commit.
drop function if exists engine_take_lease;
create function engine_take_lease(p_owner text, p_ttl_ms bigint, p_is_alone boolean)
returns table (epoch bigint, batch bigint)
language plpgsql volatile
set lock_timeout = '1s'
as $$
declare
  v_ttl interval := p_ttl_ms * interval '1 millisecond';
begin
  perform assert_read_committed();
  perform pg_advisory_xact_lock(1001, engine_lock());
  update engine_lease l
  set epoch = l.epoch + 1, owner = p_owner, expires_at = clock_timestamp() + v_ttl
  where l.id = 1
    and (
      p_is_alone or l.expires_at < clock_timestamp() or l.owner in ('', p_owner)
      or (
        pg_postmaster_start_time() < clock_timestamp() - v_ttl
        and not engine_owner_is_there(l.epoch)
      )
    )
  returning l.epoch, l.batch into epoch, batch;
  if not found then
    perform engine_stand_by();
    return;
  end if;
  perform pg_advisory_unlock_all();
  perform pg_advisory_lock(epoch);
  return next;
end
$$;
