-- Mails to staff about records that begin to wait.

-- The records of each queue as they were last looked at. What leaves the queue is deleted.
create table work_items (
  -- In the order in which they were found: a recipient has been mailed about all up to a number.
  number bigint generated always as identity,
  queue text not null,
  record_id text not null,
  constraint work_items_pkey primary key (number),
  constraint work_items_record_unique unique (queue, record_id)
);

create table work_mails (
  -- 'operator', who chooses nothing, or 'staff:' with the id of the member.
  recipient text not null,
  queues text[] not null default '{}',
  language text not null default 'en',
  reported_until bigint not null,
  mailed_at timestamptz,
  constraint work_mails_pkey primary key (recipient),
  constraint work_mails_language check (language in ('en', 'de'))
);
