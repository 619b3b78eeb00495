-- Which keys of DATA_DIR/secrets belong to this database: an HMAC-SHA-256 in hex of the key's name
-- under the key itself, which tells nothing about the key. A start with another key is refused.
create table secret_fingerprints (
  name text not null,
  fingerprint text not null,
  recorded_at timestamptz not null,
  constraint secret_fingerprints_pkey primary key (name),
  constraint secret_fingerprints_form check (fingerprint ~ '^[0-9a-f]{64}$')
);
