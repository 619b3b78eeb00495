-- Announcements to customers. One that is removed is kept: who saw what must stay answerable.
create table popups (
  id bigint generated always as identity,
  title text not null,
  -- Sanitised HTML; it is sanitised again when it is read.
  content text not null,
  -- Null: in every language.
  language text,
  audience text not null,
  from_at timestamptz not null,
  until_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz,
  constraint popups_pkey primary key (id),
  constraint popups_language check (language in ('en', 'de', 'it', 'es')),
  constraint popups_audience check (audience in ('all', 'verified', 'unverified')),
  constraint popups_span check (until_at > from_at)
);

create index popups_shown on popups (id) where removed_at is null;

create table popup_dismissals (
  customer_id bigint not null,
  popup_id bigint not null,
  dismissed_at timestamptz not null,
  constraint popup_dismissals_pkey primary key (customer_id, popup_id),
  constraint popup_dismissals_customer_fkey foreign key (customer_id) references customers (id),
  constraint popup_dismissals_popup_fkey foreign key (popup_id) references popups (id)
);
