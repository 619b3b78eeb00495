-- While there is a row, nobody opens positions: a restart does not end it.
create table maintenance (
  id smallint not null default 1,
  begun_by text not null,
  reason text not null,
  begun_at timestamptz not null,
  constraint maintenance_pkey primary key (id),
  constraint maintenance_one check (id = 1)
);
