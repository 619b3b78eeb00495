-- Sign-ups of the last hour, so that neither a network nor all of them together fill the house with
-- accounts, and a restart forgives nobody. Rows live for hours.
create table sign_ups (
  id bigint generated always as identity,
  network text not null,
  at timestamptz not null,
  constraint sign_ups_pkey primary key (id)
);

create index sign_ups_by_time on sign_ups (at);
