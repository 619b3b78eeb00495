-- The engine notifies customers when it cancels a withdrawal that is not paid yet.
alter table account_notices drop constraint account_notices_kind;
alter table account_notices add constraint account_notices_kind check (
  kind in (
    'margin-level', 'forced-close', 'level-close', 'position-split', 'dividend',
    'withdrawal-cancelled'
  )
);
