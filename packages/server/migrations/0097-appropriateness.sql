-- What customers answered when they were asked whether they know what leverage does.
create table appropriateness_attempts (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- Of the questions.
  version text not null,
  begun_at timestamptz not null,
  answered_at timestamptz,
  answers jsonb,
  score integer,
  has_passed boolean,
  -- Of a failed one: when the customer went on in spite of the warning.
  acknowledged_at timestamptz,
  constraint appropriateness_attempts_pkey primary key (id),
  constraint appropriateness_attempts_customer_fkey
    foreign key (customer_id) references customers (id),
  constraint appropriateness_attempts_answered_whole check (
    num_nulls(answered_at, answers, score, has_passed) in (0, 4)
  ),
  constraint appropriateness_attempts_acknowledged check (
    acknowledged_at is null or has_passed is false
  )
);

create index appropriateness_attempts_by_customer on appropriateness_attempts (customer_id, id);
