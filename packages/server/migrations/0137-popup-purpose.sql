-- What an announcement is for. Marketing reaches nobody who takes a time-out, excluded themselves or
-- switched news off; what customers must know of the service reaches everybody.
alter table popups
  add column purpose text not null default 'marketing',
  add constraint popups_purpose check (purpose in ('service', 'marketing'));
