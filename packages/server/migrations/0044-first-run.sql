-- What the first start of this installation was: it decides once whether there is a demo world.
create table first_run (
  id smallint not null default 1,
  -- 'bare': no people were seeded. 'begun': the demo world is being made. 'done': it is there.
  demo text not null,
  begun_at timestamptz not null,
  constraint first_run_pkey primary key (id),
  constraint first_run_single check (id = 1),
  constraint first_run_demo check (demo in ('bare', 'begun', 'done'))
);
