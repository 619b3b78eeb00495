-- A member of staff who views the platform as a customer: a session of the customer's kind that can
-- change nothing, and is no sign of where the customer is.
alter table sessions add column viewed_by bigint;
alter table sessions add constraint sessions_viewed check (viewed_by is null or kind = 'customer');

-- What staff note about a customer; only ever added to, until the customer is erased.
create table customer_notes (
  id bigint generated always as identity,
  customer_id bigint not null,
  author text not null,
  text text not null,
  created_at timestamptz not null,
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_fkey foreign key (customer_id) references customers (id)
);

create index customer_notes_by_customer on customer_notes (customer_id, id);
create index documents_by_status on documents (status, id);
