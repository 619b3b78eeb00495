-- The environment of API keys and webhooks: each belongs to the live account or to the practice account
-- of its customer.
alter table api_keys add column environment text not null default 'live';
alter table api_keys add constraint api_keys_environment check (environment in ('live', 'practice'));
-- A key shows which account it opens, so that nobody trades live money with it by mistake.
alter table api_keys add constraint api_keys_prefix check (
  starts_with(key_start, 'hk_' || environment || '_')
);

alter table webhook_endpoints add column environment text not null default 'live';
alter table webhook_endpoints add constraint webhook_endpoints_environment check (
  environment in ('live', 'practice')
);

-- Skips what happened on practice accounts before they had webhooks.
insert into practice.told_notices (id, sequence)
select 1, coalesce(max(sequence), 0) from practice.account_notices;
