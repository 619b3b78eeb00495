-- Who opened which document, recorded when its content is handed out: only they may approve it.
create table document_views (
  document_id bigint not null,
  -- 'staff:2', 'operator:root'
  viewed_by text not null,
  viewed_at timestamptz not null,
  constraint document_views_pkey primary key (document_id, viewed_by),
  constraint document_views_document_fkey foreign key (document_id) references documents (id)
    on delete cascade
);
