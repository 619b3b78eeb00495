-- The engine's tables. One process writes them, through engine_commit alone, one batch at a time.
-- Money is in cents, rates in points of the instrument.

-- Who may write. Every take-over raises the epoch; engine_commit refuses every other one.
create table engine_lease (
  id smallint not null,
  epoch bigint not null,
  owner text not null,
  expires_at timestamptz not null,
  -- The last batch that was committed; settles what an error of the commit left unknown.
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
  status text not null,
  is_verified boolean not null,
  client_category text not null,
  is_protected boolean not null,
  permitted_categories jsonb not null,
  leverage_indexes jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint trading_accounts_pkey primary key (id),
  constraint trading_accounts_id_positive check (id > 0),
  constraint trading_accounts_status check (status in ('active', 'close-only', 'blocked')),
  constraint trading_accounts_client_category check (client_category in ('retail', 'professional')),
  constraint trading_accounts_credit_not_negative check (credit_cents >= 0)
);

-- Open and closed positions. What closes a position is absent as a whole while it is open.
create table positions (
  id bigint not null,
  account_id bigint not null,
  symbol text collate "C" not null,
  direction text not null,
  amount_cents bigint not null,
  leverage integer not null,
  is_protected boolean not null,
  is_automatic boolean not null,
  stop_points bigint,
  target_points bigint,
  termination_points bigint not null,
  open_points bigint not null,
  opened_at timestamptz not null,
  open_sell_points bigint not null,
  open_buy_points bigint not null,
  open_sequence bigint not null,
  open_source text not null,
  open_source_at timestamptz not null,
  open_received_at timestamptz not null,
  close_points bigint,
  closed_at timestamptz,
  close_sell_points bigint,
  close_buy_points bigint,
  close_sequence bigint,
  close_source text,
  close_source_at timestamptz,
  close_received_at timestamptz,
  closing_reason text,
  profit_cents bigint,
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

-- The engine loads the open ones by id when it starts.
create index positions_open on positions (id) where closed_at is null;
create index positions_history on positions (account_id, closed_at desc, id desc)
  where closed_at is not null;

-- The ledger: double entry, append only. That an entry has its posting and a posting its account
-- is checked once per batch by engine_commit, and by the audit, not row by row.
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
      'correction'
    )
  )
);

create table ledger_entries (
  posting_id bigint not null,
  line smallint not null,
  account text collate "C" not null,
  -- Whose account; absent for the house's own.
  customer_id bigint,
  amount_cents bigint not null,
  constraint ledger_entries_pkey primary key (posting_id, line),
  constraint ledger_entries_owner check ((customer_id is not null) = starts_with(account, 'customer:'))
);

create index ledger_entries_by_customer on ledger_entries (customer_id, posting_id)
  where customer_id is not null;

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append only: corrections are new rows', tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();

-- Every command with its first answer, refusals too, so that a repeated one is answered alike.
create table commands (
  sequence bigint not null,
  account_id bigint not null,
  request_id text collate "C" not null,
  content_hash text not null,
  outcome jsonb not null,
  epoch bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint commands_pkey primary key (sequence),
  constraint commands_request unique (account_id, request_id),
  constraint commands_request_id_length check (length(request_id) between 1 and 128)
);
