-- Notifications, announcements and messages of visitors.

-- Customers' notifications. A row holds the kind and the facts, never a link or another secret; the
-- text is made when it is read. A customer has one notification of each key.
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

-- How far account_notices are delivered. It moves in the transaction that writes the notifications,
-- so that each notice is delivered once.
create table told_notices (
  id smallint not null default 1,
  -- Of the last delivered notice.
  sequence bigint not null,
  constraint told_notices_pkey primary key (id),
  constraint told_notices_single check (id = 1)
);

insert into told_notices (id, sequence) values (1, 0);

-- The groups of mails that a customer switched off. Mandatory groups never appear here.
create table mails_off (
  customer_id bigint not null,
  mail_group text not null,
  constraint mails_off_pkey primary key (customer_id, mail_group),
  constraint mails_off_customer_fkey foreign key (customer_id) references customers (id)
);

-- Announcements to customers. A removed one is kept as the record of who saw what.
create table popups (
  id bigint generated always as identity,
  title text not null,
  -- Sanitised HTML, which is sanitised again when it is read.
  content text not null,
  -- Null: in every language.
  language text,
  audience text not null,
  -- Marketing reaches nobody who takes a time-out, is excluded, or switched news off.
  purpose text not null default 'marketing',
  from_at timestamptz not null,
  until_at timestamptz,
  created_at timestamptz not null,
  created_by text not null,
  removed_at timestamptz,
  constraint popups_pkey primary key (id),
  constraint popups_language check (language in ('en', 'de', 'it', 'es')),
  constraint popups_audience check (audience in ('all', 'verified', 'unverified')),
  constraint popups_purpose check (purpose in ('service', 'marketing')),
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

-- Messages of the contact form, deleted after a while.
create table contact_messages (
  id bigint generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  message text not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  constraint contact_messages_pkey primary key (id)
);

create index contact_messages_by_age on contact_messages (created_at);
create index contact_messages_by_email on contact_messages ((email collate "C"), id);
create index contact_messages_to_do on contact_messages (id) where done_at is null;
