-- What readers get stays until somebody publishes what was saved after it: `version` and `data` are
-- that, `draft_version` is the newer one that waits. A singleton of which nothing was published yet
-- has version 0.
alter table content_entries add column draft_version integer;
alter table content_entries add constraint content_entries_draft check (draft_version > version);
