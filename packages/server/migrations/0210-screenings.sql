-- What the operator's screening provider said of a customer: sanctions lists and politically exposed
-- persons. The latest row of a customer counts.
create table screenings (
  id bigint generated always as identity,
  customer_id bigint not null,
  -- Why the provider is asked: 'document', 'profile', 'staff'.
  cause text not null,
  requested_at timestamptz not null,
  -- The number of attempts so far, and why the last one failed.
  attempts integer not null default 0,
  failure text,
  answered_at timestamptz,
  -- The SHA-256 of the identity that was screened, in hex: another identity is not screened yet.
  identity_hash text,
  result text,
  -- The provider's own number of the case.
  reference text,
  -- What a compliance officer decided about the result, or about a missing one.
  decision text,
  decided_by text,
  decided_at timestamptz,
  decision_reason text,
  constraint screenings_pkey primary key (id),
  constraint screenings_customer_fkey foreign key (customer_id) references customers (id),
  constraint screenings_cause check (cause in ('document', 'profile', 'staff')),
  constraint screenings_result check (result in ('clear', 'review', 'hit')),
  constraint screenings_answered check ((result is null) = (answered_at is null)),
  constraint screenings_decision check (decision in ('accept', 'confirm')),
  constraint screenings_decided check (
    num_nulls(decision, decided_by, decided_at, decision_reason) in (0, 4)
  )
);

create index screenings_of_customer on screenings (customer_id, id);
create index screenings_to_decide on screenings (id)
  where result in ('review', 'hit') and decision is null;
