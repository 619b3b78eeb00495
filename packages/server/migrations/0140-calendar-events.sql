-- The economic calendar, entered by staff. An event is the same one when it is of the same time,
-- currency and title: its figures come in later.
create table calendar_events (
  id bigint generated always as identity,
  at timestamptz not null,
  currency text not null,
  importance smallint not null,
  title text not null,
  actual text,
  forecast text,
  previous text,
  constraint calendar_events_pkey primary key (id),
  constraint calendar_events_once unique (at, currency, title),
  constraint calendar_events_importance check (importance in (-1, 0, 1))
);
