-- What each of the last batches of the engine has changed, for a program that stands by and keeps its
-- memory up to date. The table is not logged: after a crash of the database it is empty, and whoever
-- misses a batch loads everything again.
create unlogged table engine_batches (
  batch bigint not null,
  account_ids bigint[] not null,
  position_ids bigint[] not null,
  order_ids bigint[] not null default '{}',
  constraint engine_batches_pkey primary key (batch)
);

create unlogged table practice.engine_batches (like public.engine_batches including all);
