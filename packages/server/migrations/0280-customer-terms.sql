-- The terms of each customer as the broker set them. trading_accounts holds those that the engine
-- has: where the two differ, the engine is still to be told (accounts/change-terms.ts).
create table customer_terms (
  customer_id bigint not null,
  is_verified boolean not null,
  client_category text not null,
  is_protected boolean not null,
  permitted_categories jsonb not null,
  leverage_indexes jsonb not null,
  constraint customer_terms_pkey primary key (customer_id),
  constraint customer_terms_customer_fkey foreign key (customer_id) references customers (id),
  constraint customer_terms_category check (client_category in ('retail', 'professional'))
);

insert into customer_terms (customer_id, is_verified, client_category, is_protected,
  permitted_categories, leverage_indexes)
select a.id, a.is_verified, a.client_category, a.is_protected, a.permitted_categories,
  a.leverage_indexes
from trading_accounts a join customers c on c.id = a.id;

-- An account that is being closed is blocked by this mark, so that taking the closing back leaves
-- what staff set meanwhile.
alter table customers add column is_closing boolean not null default false;

update customers c set is_closing = true, house_status = k.house_status
from account_closings k where k.customer_id = c.id and c.closed_at is null;

alter table account_closings drop column house_status;
