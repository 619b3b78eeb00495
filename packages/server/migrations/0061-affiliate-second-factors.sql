-- The authenticator app of an affiliate: the secret is encrypted with a key outside the database and
-- counts once a first code has confirmed it. No step of a code is accepted twice.
alter table affiliates add column sealed_totp text;
alter table affiliates add column totp_confirmed_at timestamptz;
alter table affiliates add column totp_last_step bigint not null default 0;
alter table affiliates add constraint affiliates_totp_whole
  check (totp_confirmed_at is null or sealed_totp is not null);
