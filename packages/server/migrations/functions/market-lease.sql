-- Takes the lease of the market if it is free, expired, the caller's own, or if its owner is gone:
-- because the caller is the only user of the database (p_is_alone), or because the owner's session
-- has ended. A restart of PostgreSQL ends every session, so for the length of a lease after it the
-- owner can return. Returns the new epoch, or no row.
drop function if exists market_take_lease;
create function market_take_lease(p_owner text, p_ttl_ms bigint, p_is_alone boolean)
returns table (epoch bigint)
language plpgsql volatile
set lock_timeout = '1s'
as $$
declare
  v_ttl interval := p_ttl_ms * interval '1 millisecond';
begin
  perform assert_read_committed();
  update market_lease l
  set epoch = l.epoch + 1, owner = p_owner, expires_at = clock_timestamp() + v_ttl
  where l.id = 1
    and (
      p_is_alone or l.expires_at < clock_timestamp() or l.owner in ('', p_owner)
      or (
        pg_postmaster_start_time() < clock_timestamp() - v_ttl
        and not engine_owner_is_there(l.epoch)
      )
    )
  returning l.epoch into epoch;
  if not found then
    return;
  end if;
  perform pg_advisory_unlock_all();
  perform pg_advisory_lock(epoch);
  return next;
end
$$;
