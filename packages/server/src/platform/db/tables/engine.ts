// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type EngineTables = {
  engine_lease: {
    id: number;
    epoch: number;
    owner: string;
    expires_at: Date;
    batch: number;
  };
  trading_accounts: {
    id: number;
    cash_cents: Generated<number>;
    credit_cents: Generated<number>;
    debt_cents: Generated<number>;
    status: string;
    is_verified: boolean;
    client_category: string;
    is_protected: boolean;
    permitted_categories: Json;
    leverage_indexes: Json;
    warned_percent: number | null;
    financed_day: string | null;
    created_at: Generated<Date>;
    shares_protection: Generated<boolean>;
  };
  withdrawal_holds: {
    account_id: number;
    reference: string;
    amount_cents: number;
  };
  positions: {
    id: number;
    account_id: number;
    symbol: string;
    direction: string;
    amount_cents: number;
    leverage: number;
    is_protected: boolean;
    is_automatic: boolean;
    stop_points: number | null;
    target_points: number | null;
    termination_points: number;
    open_points: number;
    filled_points: number | null;
    open_seen_points: number | null;
    opened_at: Date;
    open_sell_points: number;
    open_buy_points: number;
    open_sequence: number;
    open_source: string;
    open_source_at: Date;
    open_received_at: Date;
    carry: number | null;
    close_points: number | null;
    closed_at: Date | null;
    close_sell_points: number | null;
    close_buy_points: number | null;
    close_sequence: number | null;
    close_source: string | null;
    close_source_at: Date | null;
    close_received_at: Date | null;
    closing_reason: string | null;
    profit_cents: number | null;
    close_seen_points: number | null;
    trail_distance: number | null;
    trail_points: number | null;
    trail_sequence: number | null;
  };
  postings: {
    id: number;
    kind: string;
    reference: string;
    unique_key: string;
    posted_at: Date;
  };
  ledger_entries: {
    posting_id: number;
    line: number;
    account: string;
    customer_id: number | null;
    amount_cents: number;
  };
  commands: {
    sequence: number;
    account_id: number;
    request_id: string;
    content_hash: string;
    is_refused: boolean;
    outcome: Json;
    epoch: number;
    created_at: Generated<Date>;
  };
  pruned_commands: {
    bucket: number;
    count: number;
  };
  account_notices: {
    sequence: number;
    account_id: number;
    kind: string;
    noticed_at: Date;
    facts: Json;
  };
  charged_nights: {
    id: Generated<number>;
    last_day: string;
  };
  symbol_splits: {
    symbol: string;
    sequence: number;
    id: Generated<number>;
    new_units: number;
    old_units: number;
    sell_points: number;
    buy_points: number;
    source: string;
    source_at: Date;
    received_at: Date;
    split_at: Date;
  };
};
