-- Whether an account shares its balance protection with linked accounts: what a loss leaves below zero
-- is then owed until staff decide what protection pays of it (features/linked-accounts).
alter table trading_accounts add column shares_protection boolean not null default false;
alter table customer_terms add column shares_protection boolean not null default false;

alter table postings drop constraint postings_kind;
alter table postings add constraint postings_kind check (
  kind in (
    'trade', 'protection', 'shortfall', 'financing', 'deposit', 'withdrawal', 'bonus', 'credit',
    'fee', 'correction', 'adjustment'
  )
);
