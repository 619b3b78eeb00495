-- The content store. Documents are `json`, not `jsonb`: their keys keep the order they were
-- written in, as readers of this API know it.

-- What collections, singletons and forms there are.
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
  -- Of the first writing: entries are listed so.
  position bigint generated always as identity,
  data json not null,
  version integer not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  constraint content_entries_pkey primary key (id),
  constraint content_entries_model_fkey foreign key (kind, model) references content_models (kind, name),
  constraint content_entries_kind check (kind in ('collection', 'singleton'))
);

create unique index content_entries_singleton on content_entries (model) where kind = 'singleton';

-- What every version said, the newest included.
create table content_versions (
  entry_id text not null,
  version integer not null,
  data json not null,
  saved_at timestamptz not null,
  saved_by text not null,
  constraint content_versions_pkey primary key (entry_id, version),
  constraint content_versions_entry_fkey foreign key (entry_id) references content_entries (id)
);

-- The public token is given to everyone and sees what is published; the others see drafts too, and
-- only their SHA-256 is kept.
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
  constraint content_submissions_pkey primary key (id)
);

create index content_submissions_by_age on content_submissions (created_at);
