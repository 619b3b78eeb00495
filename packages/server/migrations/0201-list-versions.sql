-- Counts how often the document was saved, so that a save from another tab is noticed.
alter table staff_documents add column version integer not null default 1;
