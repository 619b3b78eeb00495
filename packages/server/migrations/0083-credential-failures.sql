-- Failures at passwords and second factors, so that a restart gives nobody new tries. Rows live for
-- minutes; the account is a SHA-256 in hex, since what was tried may be nobody's email.
create table credential_failures (
  throttle text not null,
  account_hash text not null,
  failures integer not null,
  last_at timestamptz not null,
  constraint credential_failures_pkey primary key (throttle, account_hash),
  constraint credential_failures_count check (failures > 0)
);

create index credential_failures_by_time on credential_failures (last_at);
