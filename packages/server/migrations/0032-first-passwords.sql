-- Passwords that somebody else made for a member of staff or an affiliate: until the owner sets one
-- of their own, a session can do nothing else, and after this time nobody signs in with it. Null: the
-- password is the owner's own.
alter table staff add column password_expires_at timestamptz;
alter table affiliates add column password_expires_at timestamptz;
