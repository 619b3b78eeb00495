-- Who uses an API key: how often, and from which addresses. The owner of a leaked key sees a stranger's
-- address even after the own program has called again.
alter table api_keys add column requests bigint not null default 0;

create table api_key_uses (
  key_id bigint not null,
  ip text not null,
  requests bigint not null,
  last_used_at timestamptz not null,
  constraint api_key_uses_pkey primary key (key_id, ip),
  constraint api_key_uses_key_fkey foreign key (key_id) references api_keys (id) on delete cascade
);

insert into api_key_uses (key_id, ip, requests, last_used_at)
select id, last_used_ip, 0, last_used_at from api_keys where last_used_at is not null;
