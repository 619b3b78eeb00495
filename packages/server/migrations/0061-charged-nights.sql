-- How far overnight financing has been charged: the last calendar day of New York whose night every
-- account was charged for. The next one begins where this ends, however long nothing ran between.
create table charged_nights (
  id smallint not null default 1,
  last_day text collate "C" not null,
  constraint charged_nights_pkey primary key (id),
  constraint charged_nights_single check (id = 1),
  constraint charged_nights_day check (last_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);
