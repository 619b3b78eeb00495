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

-- Takes the lease if it is free, expired, the caller's own, or its holder is known to be gone
-- (p_is_alone). Returns the new epoch and the last committed batch, or no row. Afterwards no batch of
-- an older epoch commits.
drop function if exists engine_take_lease;
create function engine_take_lease(p_owner text, p_ttl_ms bigint, p_is_alone boolean)
returns table (epoch bigint, batch bigint)
language plpgsql volatile
set lock_timeout = '1s'
as $$
begin
  perform assert_read_committed();
  perform pg_advisory_xact_lock(1001, engine_lock());
  return query
    update engine_lease l
    set epoch = l.epoch + 1,
        owner = p_owner,
        expires_at = clock_timestamp() + p_ttl_ms * interval '1 millisecond'
    where l.id = 1
      and (p_is_alone or l.expires_at < clock_timestamp() or l.owner in ('', p_owner))
    returning l.epoch, l.batch;
end
$$;
