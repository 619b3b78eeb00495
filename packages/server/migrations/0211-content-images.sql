-- Pictures of pages and announcements. They are part of the content, so they are in the database with
-- it: every program has them, and so has a backup.
create table content_images (
  -- 32 hex digits of the SHA-256 of the bytes, and the extension: the same picture is stored once, and
  -- an address never shows another picture.
  name text not null,
  bytes bytea not null,
  uploaded_at timestamptz not null,
  uploaded_by text not null,
  constraint content_images_pkey primary key (name),
  constraint content_images_name check (name ~ '^[0-9a-f]{32}\.(jpg|png)$'),
  constraint content_images_size check (octet_length(bytes) between 1 and 2097152)
);
