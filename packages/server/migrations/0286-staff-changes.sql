-- When and by whom somebody else created a member of staff, enabled them, set their roles or reset
-- their password or authenticator app. For some days such a member does not count where two people
-- must approve.
alter table staff add column changed_at timestamptz;
alter table staff add column changed_by text;

update staff s set (changed_at, changed_by) = (
  select c.at, c.actor from (
    select at, actor from audit_events
    where subject = 'staff:' || s.id and actor <> subject and action in ('staff.create',
      'staff.enable', 'staff.set-roles', 'staff.set-password', 'staff.reset-second-factor',
      'staff.second-factor')
    union all
    select s.created_at, 'system'
  ) c
  order by c.at desc limit 1
);

alter table staff alter column changed_at set not null;
alter table staff alter column changed_by set not null;
