-- Since when each address uses an API key, so that the customer is notified of a new network and is not
-- flooded with mails by somebody who uses a leaked key from many.
alter table api_key_uses add column first_used_at timestamptz;
update api_key_uses set first_used_at = last_used_at;
alter table api_key_uses alter column first_used_at set not null;
