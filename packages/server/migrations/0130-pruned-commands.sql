-- Refused commands are deleted after a while. Of how many that was true is kept for every 250 numbers,
-- so that the audit still finds a row that was taken away.
create table pruned_commands (
  -- Of the numbers 250 × bucket + 1 to 250 × (bucket + 1).
  bucket bigint not null,
  count integer not null,
  constraint pruned_commands_pkey primary key (bucket),
  constraint pruned_commands_count check (count between 1 and 250)
);

create index commands_refused on commands (created_at) where outcome ->> 'kind' = 'refused';
