-- What a sign-up and a sign-in tell beside the form. The codes of referrers (attribution_codes) are
-- in 0041: customers' uniqids and affiliates' codes in one table.

alter table customers
  -- Until then nothing is withdrawn.
  add column email_confirmed_at timestamptz,
  -- What the browser said of itself; proof of nothing.
  add column sign_up_info jsonb;

alter table sessions
  add column client_info jsonb,
  -- SHA-256 of browser, system and country: whether a sign-in is from a device that was seen before.
  add column device text,
  -- When this session last proved the password, and the second factor for what it wants to do.
  add column password_proved_at timestamptz,
  add column second_proved_at timestamptz;

create index sessions_by_device on sessions (subject_id, kind, device, created_at);
