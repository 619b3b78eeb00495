-- The lease of the engine's only writer. The lock is taken by a statement of its own before the epoch
-- is read, in READ COMMITTED: if the epoch were read in the statement that takes the lock, or in an
-- older snapshot, the batch of a paused owner would pass after a take-over.
create or replace function assert_read_committed() returns void
language plpgsql volatile as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the engine needs READ COMMITTED' using errcode = 'P0E02';
  end if;
end
$$;

-- The number of the lock beside 1001 that batches share and a take-over takes alone: one for the engine
-- of live accounts, and one for the engine of practice accounts, which works in the schema practice.
create or replace function engine_lock() returns integer
language sql stable as $$
  select case current_schema() when 'practice' then 2 else 1 end
$$;

-- Whether the session that took or renewed the lease of an epoch is there. It holds the lock of that
-- number until it ends, so that PostgreSQL itself tells when the owner's process has died.
create or replace function engine_owner_is_there(p_epoch bigint) returns boolean
language sql stable as $$
  select exists (
    select from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and (classid::bigint << 32) + objid::bigint = p_epoch
      and database = (select oid from pg_database where datname = current_database())
  )
$$;

-- Takes the lease if it is free, expired, the caller's own, or its holder is gone: the caller knows it
-- (p_is_alone), or its session has ended. After a restart of PostgreSQL every session is gone, so that
-- the owner has as long as a lease lasts to return. Returns the new epoch and the last committed batch,
-- or no row. Afterwards no batch of an older epoch commits.
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
    return;
  end if;
  perform pg_advisory_unlock_all();
  perform pg_advisory_lock(epoch);
  return next;
end
$$;
