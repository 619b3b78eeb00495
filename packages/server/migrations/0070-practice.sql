-- Practice accounts: the engine's tables once more, in a schema of their own, written by an engine of
-- its own. No statement on live money can read or change practice money. The id of a practice account
-- is the customer's id. Functions are the same for both: they name tables without a schema.
create schema practice;

create table practice.engine_lease (like public.engine_lease including all);
create table practice.trading_accounts (like public.trading_accounts including all)
  with (fillfactor = 45);
create table practice.withdrawal_holds (like public.withdrawal_holds including all);
create table practice.positions (like public.positions including all);
create table practice.entry_orders (like public.entry_orders including all);
create table practice.trail_marks (like public.trail_marks including all);
create table practice.postings (like public.postings including all);
create table practice.ledger_entries (like public.ledger_entries including all);
create table practice.financing_charges (like public.financing_charges including all);
create table practice.commands (like public.commands including all);
create table practice.pruned_commands (like public.pruned_commands including all);
create table practice.account_notices (like public.account_notices including all);
create table practice.charged_nights (like public.charged_nights including all);
create table practice.symbol_splits (like public.symbol_splits including all);
-- Empty: nobody is notified of what happens on practice accounts.
create table practice.told_notices (like public.told_notices including all);

-- Epochs of the two engines are never the same, so engine_commit rejects a batch that reaches the
-- tables of the other one. A restored database continues at the milliseconds of today, which are
-- below 10^15.
insert into practice.engine_lease (id, epoch, owner, expires_at, batch)
  values (1, 1000000000000000, '', '-infinity', 0);
alter table practice.engine_lease
  add constraint engine_lease_practice check (epoch >= 1000000000000000);
alter table public.engine_lease
  add constraint engine_lease_live check (epoch < 1000000000000000);

-- Practice money comes from house:practice alone, and live money never does.
alter table practice.ledger_entries add constraint ledger_entries_practice check (
  account in (
    'customer:cash', 'house:practice', 'house:trading', 'house:protection', 'house:financing',
    'house:fees'
  )
);
alter table public.ledger_entries
  add constraint ledger_entries_live check (account <> 'house:practice');
