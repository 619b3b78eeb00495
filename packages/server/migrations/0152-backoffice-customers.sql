-- The orders and the beginnings by which the back office looks for customers: "C", so that one index
-- serves both, and pages go on behind the row where the last one ended.
create index customers_by_created on customers (created_at, id);
create index customers_by_email on customers ((email collate "C"), id);
create index customers_by_first_name on customers ((lower(first_name) collate "C"), id);
create index customers_by_last_name on customers ((lower(last_name) collate "C"), id);
create index customers_by_phone on customers ((phone collate "C"), id);
create index customers_by_country on customers (country_id, id);
create index trading_accounts_by_verified on trading_accounts (is_verified, id);
create index trading_accounts_by_status on trading_accounts (status, id);
create index trading_accounts_by_category on trading_accounts (client_category, id);
create index audit_events_by_action on audit_events (action, id);
create index audit_events_by_time on audit_events (at, id);
