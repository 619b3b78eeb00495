// Generated from the database by `npm run table-types`. Change the migrations instead.

export type EntryOrdersTables = {
  entry_orders: {
    id: number;
    account_id: number;
    symbol: string;
    direction: string;
    kind: string;
    amount_cents: number;
    leverage: number;
    points: number;
    stop_points: number | null;
    stop_distance: number | null;
    target_points: number | null;
    target_distance: number | null;
    expiry: string;
    expires_at: Date;
    oco_id: number | null;
    placed_at: Date;
    outcome: string | null;
    ended_at: Date | null;
    reason: string | null;
    end_sell_points: number | null;
    end_buy_points: number | null;
    end_sequence: number | null;
    end_source: string | null;
    end_source_at: Date | null;
    end_received_at: Date | null;
    position_id: number | null;
    trail_distance: number | null;
  };
};
