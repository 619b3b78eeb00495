// Generated from the database by `npm run table-types`. Change the migrations instead.
import type { Json } from '../json.ts';

export type AutoTradingSignalsTables = {
  auto_trading_signals: {
    symbol: string;
    candle_end: Date;
    code: string;
    facts: Json;
  };
};
