-- What is open on one symbol, written when a position opens and not when it closes; and withdrawals,
-- which may be few among all transactions.
create index positions_open_by_symbol on positions (symbol, id) where closed_at is null;
create index transactions_withdrawals on transactions (created_at, id) where type_id in (6, 7, 8);
