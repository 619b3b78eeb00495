-- Customers are told of closes at their own levels too, and how far the telling has come.

alter table account_notices drop constraint account_notices_kind;
alter table account_notices add constraint account_notices_kind check (
  kind in ('margin-level', 'forced-close', 'level-close')
);

drop index account_notices_by_position;
create unique index account_notices_by_position
  on account_notices (((facts ->> 'positionId')::bigint))
  where kind in ('forced-close', 'level-close');

-- Moved on in the transaction that writes the notifications: each notice is told once.
create table told_notices (
  id smallint not null default 1,
  -- Of the last notice that was told.
  sequence bigint not null,
  constraint told_notices_pkey primary key (id),
  constraint told_notices_single check (id = 1)
);

-- What was noted before anybody told it is long past.
insert into told_notices (id, sequence)
select 1, coalesce(max(sequence), 0) from account_notices;
