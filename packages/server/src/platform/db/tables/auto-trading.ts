// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Json } from '../json.ts';

export type AutoTradingTables = {
  auto_trading_consents: {
    customer_id: number;
    version: string;
    accepted_at: Date;
  };
  auto_trading_accounts: {
    customer_id: number;
    switched_on_at: Date;
    stopped_at: Date | null;
  };
  auto_trading_decisions: {
    account_id: number;
    symbol: string;
    candle_end: Date;
    action: string;
    reason: string;
    facts: Json;
    command: Json | null;
    outcome: string | null;
    decided_at: Date;
  };
};
