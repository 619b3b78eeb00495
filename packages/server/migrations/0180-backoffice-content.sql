-- What the back office lists of content, partners and letters, each by an index; and who has dealt
-- with what visitors wrote.
alter table contact_messages add column done_at timestamptz, add column done_by text;
alter table content_submissions add column done_at timestamptz, add column done_by text;

create index contact_messages_by_email on contact_messages ((email collate "C"), id);
create index contact_messages_to_do on contact_messages (id) where done_at is null;
create index content_submissions_to_do on content_submissions (id) where done_at is null;
create index content_submissions_by_form on content_submissions (form, id);

create index content_pages_by_slug on content_entries
  ((coalesce(data ->> 'title_slug', '') collate "C"), id)
  where kind = 'collection' and model = 'pages';
create index content_pages_by_title on content_entries
  -- A title may be long, a row of an index not.
  ((lower(left(coalesce(data ->> 'title', ''), 200)) collate "C"), id)
  where kind = 'collection' and model = 'pages';
create index content_pages_by_modified on content_entries (modified_at, id)
  where kind = 'collection' and model = 'pages';

create index affiliates_by_email on affiliates ((email collate "C"), id);
create index affiliates_by_name on affiliates ((lower(name) collate "C"), id);

create index calendar_events_by_time on calendar_events (at, id);
create index calendar_events_by_title on calendar_events ((lower(title) collate "C"), id);
