-- The day until which a document is valid, as the officer read it from the document.
alter table documents
  add column expires_on date,
  -- 'due': it expires within 30 days. The customer has been notified of each stage.
  add column expiry text,
  -- Whether the expiry waits for staff.
  add column expiry_open boolean not null default false,
  -- When a newer document of the kind was approved in its place.
  add column replaced_at timestamptz,
  add constraint documents_expiry check (expiry in ('due', 'expired')),
  add constraint documents_expiry_day check (expiry is null or expires_on is not null),
  add constraint documents_expiry_open check (not expiry_open or expiry is not null),
  add constraint documents_valid check (
    status = 'approved' or num_nulls(expires_on, replaced_at) = 2
  );

drop index documents_standing;
-- One that waits, and one that is approved until the newer one is.
create unique index documents_standing on documents (customer_id, kind, status)
  where status <> 'rejected' and replaced_at is null;
create index documents_by_expiry on documents (expires_on, id)
  where expires_on is not null and replaced_at is null;
create index documents_expiry_open on documents (id) where expiry_open;
