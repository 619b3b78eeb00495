-- When an API key was last used from outside its networks, and from which network: the customer sees it
-- beside the key.
alter table api_keys
  add column last_refused_at timestamptz,
  add column last_refused_network text,
  add constraint api_keys_refusal
    check ((last_refused_at is null) = (last_refused_network is null));
