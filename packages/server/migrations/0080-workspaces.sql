-- The customer's trading screen: layout, watchlists and drawings, one document each. The schemas of
-- the routes bound their contents, and the body limit of a request bounds their sizes.
create table workspace_documents (
  customer_id bigint not null,
  name text not null,
  -- Counts how often the document was saved.
  version integer not null,
  document jsonb not null,
  saved_at timestamptz not null,
  constraint workspace_documents_pkey primary key (customer_id, name),
  constraint workspace_documents_name check (name in ('layout', 'watchlists', 'drawings')),
  constraint workspace_documents_version check (version > 0),
  constraint workspace_documents_customer_fkey foreign key (customer_id)
    references customers (id) on delete cascade
);
