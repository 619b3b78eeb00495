-- How members of staff may sign in while single sign-on is configured.
alter table staff
  -- False: nobody knows a password of the member. Single sign-on made the member or replaced a first
  -- password, or an approval created the member.
  add column has_password boolean not null default true,
  -- A linked member signs in through the provider only, unless an admin marked them as break-glass.
  add column is_break_glass boolean not null default false,
  -- When the member last stopped being an admin who can sign in. For some days the member still
  -- counts, so that no admin removes the other one to act alone.
  add column admin_until timestamptz;

update staff set has_password = false
where (
  select actor from audit_events
  where subject = 'staff:' || staff.id and action in ('staff.create', 'staff.set-password')
  order by audit_events.id desc limit 1
) = 'single-sign-on';

-- What members of staff arranged for themselves: the columns of their lists and their saved views.
-- The schemas of the routes bound the contents.
create table staff_documents (
  staff_id bigint not null,
  name text not null,
  document jsonb not null,
  saved_at timestamptz not null,
  constraint staff_documents_pkey primary key (staff_id, name),
  constraint staff_documents_name check (name in ('lists')),
  constraint staff_documents_staff_fkey foreign key (staff_id) references staff (id)
);

-- Who works on a record that waits for a decision.
create table work_assignments (
  -- The resource and the id of the record, such as 'withdrawals' and 'WAB12'.
  resource text not null,
  record_id text not null,
  staff_id bigint not null,
  assigned_at timestamptz not null,
  constraint work_assignments_pkey primary key (resource, record_id),
  constraint work_assignments_staff_fkey foreign key (staff_id) references staff (id)
);

create index work_assignments_by_time on work_assignments (assigned_at);
