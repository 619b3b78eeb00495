-- What the operator's command asks for above a limit. It counts as nobody's approval, so it waits for
-- two people: until the first of them approves it, first_by is null.
alter table approvals
  alter column first_by drop not null,
  alter column first_at drop not null,
  add column requested_by text,
  add column requested_at timestamptz,
  add column requested_reason text,
  add constraint approvals_begun check (
    (first_by is not null and first_at is not null)
    or (requested_by is not null and requested_at is not null)
  );
