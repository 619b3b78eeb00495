-- The content store. Documents are `json`, not `jsonb`: their keys keep the order in which they were
-- written, which readers of this API rely on.

-- The collections, singletons and forms.
create table content_models (
  kind text not null,
  name text not null,
  fields json not null,
  sortable boolean not null default false,
  constraint content_models_pkey primary key (kind, name),
  constraint content_models_kind check (kind in ('collection', 'singleton', 'form'))
);

create table content_entries (
  -- 24 hex digits.
  id text not null,
  kind text not null,
  model text not null,
  -- The order of creation, in which entries are listed.
  position bigint generated always as identity,
  -- What readers get. A singleton that was never published has version 0.
  data json not null,
  version integer not null,
  -- The newer version that waits to be published.
  draft_version integer,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint content_entries_pkey primary key (id),
  constraint content_entries_model_fkey
    foreign key (kind, model) references content_models (kind, name),
  constraint content_entries_kind check (kind in ('collection', 'singleton')),
  constraint content_entries_draft check (draft_version > version)
);

create unique index content_entries_singleton on content_entries (model) where kind = 'singleton';
create index content_pages_by_slug on content_entries
  ((coalesce(data ->> 'title_slug', '') collate "C"), id)
  where kind = 'collection' and model = 'pages';
create index content_pages_by_title on content_entries
  -- An index row has a maximum size, a title has not.
  ((lower(left(coalesce(data ->> 'title', ''), 200)) collate "C"), id)
  where kind = 'collection' and model = 'pages';
create index content_pages_by_modified on content_entries (modified_at, id)
  where kind = 'collection' and model = 'pages';

-- The data of every version, the newest included.
create table content_versions (
  entry_id text not null,
  version integer not null,
  data json not null,
  saved_at timestamptz not null,
  saved_by text not null,
  constraint content_versions_pkey primary key (entry_id, version),
  constraint content_versions_entry_fkey foreign key (entry_id) references content_entries (id)
);

-- The public token reads what is published, and every visitor gets it. The other tokens read drafts
-- too, and only their SHA-256 is stored.
create table content_tokens (
  token_hash text not null,
  name text not null,
  public_token text,
  created_at timestamptz not null,
  constraint content_tokens_pkey primary key (token_hash),
  constraint content_tokens_name_unique unique (name)
);

create table content_submissions (
  id bigint generated always as identity,
  form text not null,
  data json not null,
  created_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  constraint content_submissions_pkey primary key (id)
);

create index content_submissions_by_age on content_submissions (created_at);
create index content_submissions_to_do on content_submissions (id) where done_at is null;
create index content_submissions_by_form on content_submissions (form, id);
