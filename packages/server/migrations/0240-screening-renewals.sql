-- A customer is also screened again after some days: 'renewal'.
alter table screenings drop constraint screenings_cause;
alter table screenings add constraint screenings_cause
  check (cause in ('document', 'profile', 'staff', 'renewal'));
