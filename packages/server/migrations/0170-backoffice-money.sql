-- The order in which staff page through deposits and withdrawals, of all and of one customer, and what
-- they look for. What waits for somebody is few, and has an index of its own already.
create index transactions_by_created on transactions (created_at, id);
create index transactions_by_customer_created on transactions (customer_id, created_at, id);
create index transactions_by_status_created on transactions (status, created_at, id);
create index transactions_by_reference on transactions (provider_reference, id)
  where provider_reference is not null;
