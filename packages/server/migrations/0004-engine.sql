-- The engine's tables. One process writes them, through engine_commit alone, one batch at a time.

-- The process that may write. Every take-over raises the epoch, and engine_commit rejects any other.
create table engine_lease (
  id smallint not null,
  epoch bigint not null,
  owner text not null,
  expires_at timestamptz not null,
  -- The last committed batch. After a failed commit it tells whether the batch was written.
  batch bigint not null,
  constraint engine_lease_pkey primary key (id),
  constraint engine_lease_single check (id = 1)
);

insert into engine_lease (id, epoch, owner, expires_at, batch) values (1, 0, '', '-infinity', 0);

create table trading_accounts (
  -- The customer's id.
  id bigint not null,
  cash_cents bigint not null default 0,
  credit_cents bigint not null default 0,
  -- What the customer owes after deposits were reversed.
  debt_cents bigint not null default 0,
  status text not null,
  is_verified boolean not null,
  client_category text not null,
  is_protected boolean not null,
  permitted_categories jsonb not null,
  leverage_indexes jsonb not null,
  -- The lowest margin level in percent that the customer was warned of and is still below.
  warned_percent integer,
  -- The last calendar day of New York whose overnight financing was charged.
  financed_day text collate "C",
  created_at timestamptz not null default clock_timestamp(),
  constraint trading_accounts_pkey primary key (id),
  constraint trading_accounts_id_positive check (id > 0),
  constraint trading_accounts_status check (status in ('active', 'close-only', 'blocked')),
  constraint trading_accounts_client_category
    check (client_category in ('retail', 'professional')),
  constraint trading_accounts_credit_not_negative check (credit_cents >= 0),
  constraint trading_accounts_financed_day check (
    financed_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
  )
  -- A balance changes with nearly every close. A row version that fits on the same page needs no new
  -- index entry.
) with (fillfactor = 45);

create index trading_accounts_by_verified on trading_accounts (is_verified, id);
create index trading_accounts_by_status on trading_accounts (status, id);
create index trading_accounts_by_category on trading_accounts (client_category, id);

-- Funds held for withdrawals. The ledger's customer:withdrawal-hold has the same by journal entry.
create table withdrawal_holds (
  account_id bigint not null,
  -- The id of the withdrawal's transaction.
  reference text collate "C" not null,
  amount_cents bigint not null,
  constraint withdrawal_holds_pkey primary key (account_id, reference),
  constraint withdrawal_holds_amount_positive check (amount_cents > 0)
);

-- Open and closed positions. The columns of the close are all null while a position is open.
create table positions (
  id bigint not null,
  account_id bigint not null,
  symbol text collate "C" not null,
  direction text not null,
  -- The margin.
  amount_cents bigint not null,
  leverage integer not null,
  is_protected boolean not null,
  is_automatic boolean not null,
  stop_points bigint,
  target_points bigint,
  -- The stop-out price.
  termination_points bigint not null,
  open_points bigint not null,
  -- The fill price before the splits of the symbol; null when there was none.
  filled_points bigint,
  -- The price that the customer requested; evidence of the execution. Null for automatic positions
  -- and for the closed part of another position.
  open_seen_points bigint,
  opened_at timestamptz not null,
  -- The quote of the opening.
  open_sell_points bigint not null,
  open_buy_points bigint not null,
  open_sequence bigint not null,
  open_source text not null,
  open_source_at timestamptz not null,
  open_received_at timestamptz not null,
  -- The rounding remainder of the closed parts, in cents x open_points; null before a partial close.
  carry bigint,
  close_points bigint,
  closed_at timestamptz,
  -- The quote of the close.
  close_sell_points bigint,
  close_buy_points bigint,
  close_sequence bigint,
  close_source text,
  close_source_at timestamptz,
  close_received_at timestamptz,
  closing_reason text,
  profit_cents bigint,
  -- The price that the customer requested at the close; evidence of the execution.
  close_seen_points bigint,
  constraint positions_pkey primary key (id),
  constraint positions_id_positive check (id > 0),
  constraint positions_direction check (direction in ('buy', 'sell')),
  constraint positions_amount_positive check (amount_cents > 0),
  constraint positions_leverage_positive check (leverage > 0),
  constraint positions_open_points_positive check (open_points > 0),
  constraint positions_open_quote_not_crossed check (open_sell_points <= open_buy_points),
  constraint positions_close_quote_not_crossed check (close_sell_points <= close_buy_points),
  constraint positions_closing_reason check (
    closing_reason in ('manually', 'stop-loss', 'take-profit', 'low-margin', 'ai-trade')
  ),
  constraint positions_closed_whole check (
    num_nulls(
      close_points, closed_at, close_sell_points, close_buy_points, close_sequence, close_source,
      close_source_at, close_received_at, closing_reason, profit_cents
    ) in (0, 10)
  )
);

-- The engine loads open positions by id when it starts.
create index positions_open on positions (id) where closed_at is null;
create index positions_history on positions (account_id, closed_at desc, id desc)
  where closed_at is not null;
create index positions_automatic on positions (account_id, id desc) where is_automatic;
create index positions_automatic_open on positions (symbol, id)
  where is_automatic and closed_at is null;
create index positions_by_account on positions (account_id, id);
create index positions_by_symbol on positions (symbol, id);
create index positions_open_by_symbol on positions (symbol, id) where closed_at is null;
-- A list of a frequent reason is soon filled by a scan of the newest rows.
create index positions_by_rare_reason on positions (closing_reason, id)
  where closing_reason in ('low-margin', 'ai-trade');

-- The ledger: double entry, append-only. engine_commit checks once per batch, and the audit again,
-- that every line has its journal entry and every customer line its account.
create table postings (
  id bigint not null,
  kind text not null,
  reference text not null,
  unique_key text collate "C" not null,
  posted_at timestamptz not null,
  constraint postings_pkey primary key (id),
  constraint postings_unique_key unique (unique_key),
  constraint postings_kind check (
    kind in (
      'trade', 'protection', 'financing', 'deposit', 'withdrawal', 'bonus', 'credit', 'fee',
      'correction', 'adjustment'
    )
  )
);

create index postings_corrections on postings (reference, id) where kind = 'correction';

create table ledger_entries (
  posting_id bigint not null,
  line smallint not null,
  account text collate "C" not null,
  -- Null for the broker's own accounts.
  customer_id bigint,
  amount_cents bigint not null,
  constraint ledger_entries_pkey primary key (posting_id, line),
  constraint ledger_entries_owner
    check ((customer_id is not null) = starts_with(account, 'customer:'))
);

create index ledger_entries_by_customer on ledger_entries (customer_id, posting_id)
  where customer_id is not null;

-- Every command with its first answer, rejections included, so that a repeated command gets the same
-- answer.
create table commands (
  sequence bigint not null,
  account_id bigint not null,
  request_id text collate "C" not null,
  content_hash text not null,
  is_refused boolean not null,
  -- `json` keeps the answer to the byte and takes a third less space than `jsonb`.
  outcome json not null,
  epoch bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint commands_pkey primary key (sequence),
  constraint commands_request unique (account_id, request_id),
  constraint commands_request_id_length check (length(request_id) between 1 and 128)
);

create index commands_refused on commands (created_at) where is_refused;

-- Rejected commands are deleted after a while. The number of deleted rows is kept for each range of
-- 250 sequence numbers, so that the audit still finds a missing row.
create table pruned_commands (
  -- Covers the numbers 250 x bucket + 1 to 250 x (bucket + 1).
  bucket bigint not null,
  count integer not null,
  constraint pruned_commands_pkey primary key (bucket),
  constraint pruned_commands_count check (count between 1 and 250)
);

-- What the engine did by itself and customers are notified of, in the order of the commits and
-- numbered without gaps: a reader needs to keep only the last number that it read.
create table account_notices (
  sequence bigint not null,
  account_id bigint not null,
  kind text not null,
  noticed_at timestamptz not null,
  facts jsonb not null,
  constraint account_notices_pkey primary key (sequence),
  constraint account_notices_kind check (
    kind in (
      'margin-level', 'forced-close', 'level-close', 'position-split', 'dividend',
      'withdrawal-cancelled'
    )
  )
);

create index account_notices_by_account on account_notices (account_id, sequence);
create unique index account_notices_by_position
  on account_notices (((facts ->> 'positionId')::bigint))
  where kind in ('forced-close', 'level-close');

-- How far overnight financing is charged: the last calendar day of New York that every account was
-- charged for. The next run continues after it, however long the program was stopped.
create table charged_nights (
  id smallint not null default 1,
  last_day text collate "C" not null,
  constraint charged_nights_pkey primary key (id),
  constraint charged_nights_single check (id = 1),
  constraint charged_nights_day check (last_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$')
);

-- Stock splits, each with the adjusted quote. It replaces any older quote of the symbol.
create table symbol_splits (
  symbol text collate "C" not null,
  sequence bigint not null,
  -- The order of the commits, which neither a clock that was set back nor quote sequences show.
  id bigint generated always as identity,
  new_units integer not null,
  old_units integer not null,
  sell_points bigint not null,
  buy_points bigint not null,
  source text not null,
  source_at timestamptz not null,
  received_at timestamptz not null,
  split_at timestamptz not null,
  constraint symbol_splits_pkey primary key (symbol, sequence),
  constraint symbol_splits_id unique (id)
);
