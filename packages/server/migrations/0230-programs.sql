-- The running programs of the installation. Each writes its own row every five seconds and deletes it
-- when it stops; a row that is older than a day is deleted by the others.
create table programs (
  host text not null,
  -- Two programs of one machine have different folders. One that starts again replaces its row.
  data_dir text not null,
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  version text not null,
  -- How many migrations the program has.
  migrations integer not null,
  roles text not null,
  is_ready boolean not null,
  -- How the program runs the engine; null in a program without one.
  engine text,
  epoch bigint,
  -- The last batch in its memory, and the last committed one at that time.
  batch bigint,
  committed_batch bigint,
  -- How far the database's clock is ahead of the program's.
  clock_skew_ms integer not null,
  -- Its connection to NATS.
  messages text not null,
  -- The PostgreSQL server that it uses; null over a socket.
  database_server text,
  constraint programs_pkey primary key (host, data_dir),
  constraint programs_texts check (
    length(host) between 1 and 255 and length(data_dir) between 1 and 4096
    and length(version) <= 100 and length(roles) between 1 and 100
  ),
  constraint programs_engine check (engine in ('active', 'standby')),
  constraint programs_messages check (messages in ('none', 'connected', 'lost'))
);

create index programs_by_seen on programs (seen_at);
