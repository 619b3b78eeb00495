-- Room on every page for a new version of its rows: a balance changes with nearly every close, and
-- a version that fits beside the old one needs no new entry in any index.
alter table trading_accounts set (fillfactor = 45);
