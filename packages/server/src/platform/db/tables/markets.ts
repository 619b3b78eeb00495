// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Generated } from 'kysely';
import type { Json } from '../json.ts';

export type MarketsTables = {
  assets: {
    id: Generated<number>;
    symbol: string;
  };
  symbol_terms: {
    symbol: string;
    extra_spread_centi_bps: number | null;
    least_spread_centi_bps: number | null;
    amount_min_cents: number | null;
    amount_max_cents: number | null;
    leverage_max: number | null;
    hours: Json | null;
    set_by: string;
    reason: string;
    set_at: Date;
  };
  symbol_halts: {
    symbol: string;
    halted_by: string;
    reason: string;
    halted_at: Date;
    is_frozen: Generated<boolean>;
  };
  maintenance: {
    id: Generated<number>;
    begun_by: string;
    reason: string;
    begun_at: Date;
  };
  price_worlds: {
    symbol: string;
    world: string;
    since: Date;
  };
  candles: {
    symbol: string;
    timeframe: string;
    start_ms: number;
    open_points: number;
    high_points: number;
    low_points: number;
    close_points: number;
    volume: number;
  };
  candle_spans: {
    symbol: string;
    timeframe: string;
    from_ms: number;
    to_ms: number;
  };
  quote_blocks: {
    symbol: string;
    first_sequence: number;
    source: string;
    sell_points: readonly number[];
    buy_points: readonly number[];
    source_at_ms: readonly number[];
    received_at_ms: readonly number[];
  };
  rejected_quotes: {
    id: Generated<number>;
    symbol: string | null;
    source: string;
    reason: string;
    evidence: string;
    rejected_at: Date;
  };
  price_alerts: {
    id: Generated<number>;
    customer_id: number;
    symbol: string;
    side: string;
    sense: string;
    points: number;
    created_at: Date;
    fired_at: Date | null;
    fired_points: number | null;
    splits_before: number;
  };
  calendar_events: {
    id: Generated<number>;
    at: Date;
    currency: string;
    importance: number;
    title: string;
    actual: string | null;
    forecast: string | null;
    previous: string | null;
  };
};
