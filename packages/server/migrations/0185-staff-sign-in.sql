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
