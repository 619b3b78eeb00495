-- What customers were told, in words that are made when it is read: a row holds the kind and the
-- facts, never a link or another secret. One key of a customer is one notification.

alter table customers add column language text not null default 'en';
alter table customers add constraint customers_language
  check (language in ('en', 'de', 'it', 'es'));

create table notifications (
  id bigint generated always as identity,
  customer_id bigint not null,
  kind text not null,
  key text not null,
  facts jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (id),
  constraint notifications_customer_fkey foreign key (customer_id) references customers (id),
  constraint notifications_key_unique unique (customer_id, key)
);

create index notifications_by_customer on notifications (customer_id, id);
create index notifications_unread on notifications (customer_id, id) where read_at is null;
create index notifications_by_age on notifications (created_at);

-- The groups of mails that a customer wants no more. Groups that can't be switched off never stand here.
create table mails_off (
  customer_id bigint not null,
  mail_group text not null,
  constraint mails_off_pkey primary key (customer_id, mail_group),
  constraint mails_off_customer_fkey foreign key (customer_id) references customers (id)
);
