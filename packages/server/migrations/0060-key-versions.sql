-- Keys with versions. The newest version of a purpose encrypts; an older one only decrypts, until
-- nothing uses it and it is retired.
alter table secret_fingerprints add column retired_at timestamptz;

-- The name of the key in DATA_DIR/secrets that the email was hashed with.
alter table excluded_emails add column key_name text not null default 'excluded-emails';
