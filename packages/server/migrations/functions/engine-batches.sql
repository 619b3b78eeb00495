-- Notes what a batch changes, for programs that stand by. The last 20,000 batches are kept: whoever is
-- further behind loads everything.
create or replace function engine_note_batch(
  p_batch bigint,
  p_account_ids bigint[],
  p_position_ids bigint[]
) returns void
language plpgsql volatile as $$
begin
  insert into engine_batches (batch, account_ids, position_ids)
  values (p_batch, p_account_ids, p_position_ids);
  if p_batch % 1000 = 0 then
    delete from engine_batches where batch <= p_batch - 20000;
  end if;
end
$$;
