-- Verification, client protection and the approval of staff actions.

-- Identity documents. The file is encrypted in DATA_DIR/documents. A row is written after its file,
-- and a file without a row is removed.
create table documents (
  id bigint generated always as identity,
  customer_id bigint not null,
  kind text not null,
  status text not null,
  note text not null default '',
  format text not null,
  -- The size of the upload, not of the encrypted file.
  bytes integer not null,
  file_id uuid not null,
  -- The name of the key in DATA_DIR/secrets that encrypts it.
  key_name text not null,
  uploaded_at timestamptz not null,
  judged_at timestamptz,
  judged_by text,
  constraint documents_pkey primary key (id),
  constraint documents_customer_fkey foreign key (customer_id) references customers (id),
  constraint documents_file_unique unique (file_id),
  constraint documents_kind
    check (kind in ('passport', 'address', 'funding-front', 'funding-back')),
  constraint documents_status check (status in ('processing', 'approved', 'rejected')),
  constraint documents_format check (format in ('jpeg', 'pdf')),
  constraint documents_judged_whole check (
    num_nulls(judged_at, judged_by) = case status when 'processing' then 2 else 0 end
  )
);

-- Of each kind one document is waiting or approved at most; the others were rejected.
create unique index documents_standing on documents (customer_id, kind) where status <> 'rejected';
create index documents_by_customer on documents (customer_id, uploaded_at);
create index documents_waiting on documents (id) where status = 'processing';
create index documents_by_status on documents (status, id);

-- Who opened which document, recorded when its content is served: only they can approve it.
create table document_views (
  document_id bigint not null,
  -- 'staff:2', 'operator:root'
  viewed_by text not null,
  viewed_at timestamptz not null,
  constraint document_views_pkey primary key (document_id, viewed_by),
  constraint document_views_document_fkey foreign key (document_id) references documents (id)
    on delete cascade
);

-- Customers' answers to the questions about their knowledge of leveraged trading.
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
  -- Of a failed attempt: when the customer continued despite the warning.
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

-- Limits that customers set for themselves. A raised or removed limit takes effect after a delay.
create table own_limits (
  customer_id bigint not null,
  kind text not null,
  period text not null,
  -- Null: no limit.
  amount_cents bigint,
  -- Both apply only while a change waits; next_at is null otherwise.
  next_amount_cents bigint,
  next_at timestamptz,
  constraint own_limits_pkey primary key (customer_id, kind, period),
  constraint own_limits_customer_fkey foreign key (customer_id) references customers (id),
  constraint own_limits_kind check (kind in ('deposit', 'loss')),
  constraint own_limits_period check (period in ('day', 'week', 'month')),
  constraint own_limits_amount check (amount_cents > 0 and next_amount_cents > 0)
);

create table exclusions (
  customer_id bigint not null,
  kind text not null,
  begun_at timestamptz not null,
  -- Null: permanently.
  ends_at timestamptz,
  constraint exclusions_pkey primary key (customer_id),
  constraint exclusions_customer_fkey foreign key (customer_id) references customers (id),
  constraint exclusions_kind check (kind in ('time-out', 'self-exclusion')),
  constraint exclusions_order check (ends_at > begun_at)
);

-- What staff approved, or what waits for the second person. The sum that was approved for a customer
-- within a rolling day decides whether the next approval needs two people.
create table approvals (
  id bigint generated always as identity,
  -- As the table of rules names it: 'withdrawal', 'credit', 'dividend', …
  action text not null,
  -- The subject, unique for each action: the id of a transaction, 'position:12:REQUEST', …
  target text not null,
  -- Null for what concerns many customers.
  customer_id bigint,
  -- Without its sign.
  amount_cents bigint not null,
  -- What is done once it is approved. The second person approves the same content.
  content jsonb not null,
  status text not null,
  first_by text not null,
  first_at timestamptz not null,
  first_reason text,
  second_by text,
  second_reason text,
  decided_at timestamptz,
  constraint approvals_pkey primary key (id),
  constraint approvals_target_unique unique (action, target),
  constraint approvals_amount check (amount_cents >= 0),
  constraint approvals_status check (status in ('waiting', 'approved', 'withdrawn')),
  constraint approvals_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approvals_two check (second_by is null or second_by <> first_by)
);

create index approvals_of_customer on approvals (customer_id, decided_at)
  where status = 'approved';
create index approvals_by_status on approvals (status, id);
