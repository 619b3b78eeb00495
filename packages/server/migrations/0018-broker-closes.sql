-- The notice of a position that staff closed. It is also what says so of a closed position: the reason
-- of its closing stays 'manually'.
alter table account_notices
  drop constraint account_notices_kind,
  add constraint account_notices_kind check (
    kind in (
      'margin-level', 'forced-close', 'level-close', 'broker-close', 'position-split', 'dividend',
      'withdrawal-cancelled'
    )
  );

create unique index account_notices_by_broker_close
  on account_notices (((facts ->> 'positionId')::bigint)) where kind = 'broker-close';
