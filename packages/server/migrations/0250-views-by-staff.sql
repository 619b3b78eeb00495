-- What a member of staff views as a customer ends with their right to it.
create index sessions_by_viewer on sessions (viewed_by)
  where viewed_by is not null and ended_at is null;
