-- Append-only tables: a correction is a new row.
create or replace function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append only: corrections are new rows', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create or replace trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();
create or replace trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create or replace trigger financing_charges_append_only before update or delete or truncate on financing_charges
  for each statement execute function refuse_change();
create or replace trigger account_notices_append_only before update or delete or truncate on account_notices
  for each statement execute function refuse_change();
create or replace trigger symbol_splits_append_only before update or delete or truncate on symbol_splits
  for each statement execute function refuse_change();
create or replace trigger transaction_stages_append_only before update or delete or truncate on transaction_stages
  for each statement execute function refuse_change();
create or replace trigger auto_trading_consents_append_only before update or delete or truncate on auto_trading_consents
  for each statement execute function refuse_change();
create or replace trigger postings_append_only before update or delete or truncate on practice.postings
  for each statement execute function refuse_change();
create or replace trigger ledger_entries_append_only before update or delete or truncate on practice.ledger_entries
  for each statement execute function refuse_change();
create or replace trigger financing_charges_append_only before update or delete or truncate on practice.financing_charges
  for each statement execute function refuse_change();
create or replace trigger account_notices_append_only before update or delete or truncate on practice.account_notices
  for each statement execute function refuse_change();
create or replace trigger symbol_splits_append_only before update or delete or truncate on practice.symbol_splits
  for each statement execute function refuse_change();
