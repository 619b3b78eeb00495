-- Notes a change for the other programs. The first argument is the topic, the second the column with
-- the key.
create or replace function note_change() returns trigger
language plpgsql as $$
begin
  insert into changes (topic, key)
  values (tg_argv[0], to_jsonb(coalesce(new, old)) ->> tg_argv[1]);
  return null;
end
$$;

create or replace trigger sessions_note_end after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function note_change('session-ended', 'id');
create or replace trigger sessions_note_removal after delete on sessions
  for each row when (old.ended_at is null and old.expires_at > now())
  execute function note_change('session-ended', 'id');

create or replace trigger own_limits_note_change after insert or update on own_limits
  for each row when (new.kind = 'loss')
  execute function note_change('loss-limit-set', 'customer_id');
