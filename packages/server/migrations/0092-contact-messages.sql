-- What visitors wrote through the contact form, until it is old enough to be deleted.
create table contact_messages (
  id bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamptz not null,
  constraint contact_messages_pkey primary key (id)
);

create index contact_messages_by_age on contact_messages (created_at);
