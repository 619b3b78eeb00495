-- The trading screens of the live account and of the practice account are kept apart. What was saved
-- before was shown for both.
alter table workspace_documents add column environment text not null default 'live';
alter table workspace_documents add constraint workspace_documents_environment check (
  environment in ('live', 'practice')
);
alter table workspace_documents drop constraint workspace_documents_pkey;
alter table workspace_documents add constraint workspace_documents_pkey primary key (
  customer_id, environment, name
);
insert into workspace_documents (customer_id, environment, name, version, document, saved_at)
select customer_id, 'practice', name, version, document, saved_at from workspace_documents;
