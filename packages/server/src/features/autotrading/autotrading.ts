// Automatic trading: a strategy opens and closes positions for customers who enabled it and
// consented, with the same engine commands as the customers' own.
import type { EngineRules } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { TIMEFRAME_MS } from '@halyard/market';
import type { Market } from '@halyard/market';
import type { Customers } from '#features/customers/customers.ts';
import type { Appropriateness } from '#features/appropriateness/appropriateness.ts';
import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { Notifications } from '#features/notifications/notifications.ts';
import type { EngineClient } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/db/db.ts';
import type { RouteBinding } from '#platform/http/http.ts';
import type { Log } from '#platform/log/log.ts';
import { watchCandles } from './candle-watch.ts';
import type { CandleWatch } from './candle-watch.ts';
import { createFollower } from './follow-candles.ts';
import { autoTradingRoutes } from './routes.ts';
import { LIVE_TIMEFRAME } from './strategy.ts';

export { runBacktest } from './backtest.ts';
export { describeBacktest } from './describe-backtest.ts';
export { readFileCandles, readMarketCandles } from './past-candles.ts';
export { RISK_BPS, RISK_BPS_MAX } from './size-position.ts';
export { LIVE_TIMEFRAME, WINDOW_CANDLES } from './strategy.ts';

export type AutoTrading = {
  readonly routes: readonly RouteBinding[];
  /** Starts automatic trading. Call it once the engine receives ticks. */
  start(): void;
  close(): Promise<void>;
};

export type AutoTradingOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly engine: EngineClient;
  readonly market: Pick<Market, 'candles'>;
  readonly customers: Pick<Customers, 'findCustomer' | 'setAutoTrading'>;
  readonly notifications: Pick<Notifications, 'notify'>;
  /** The conditions for a customer's own openings, which also apply to openings by the strategy. */
  readonly appropriateness: Pick<Appropriateness, 'findOpeningRejection'>;
  readonly tradingPause: Pick<TradingPause, 'findOpeningRejection'>;
  /** The rules with which the engine was created. */
  readonly rules: EngineRules;
  /** The listed instruments, with the limits in force. */
  readonly listed: ReadonlyMap<string, Instrument>;
  readonly settings: { readonly autoTrading: readonly string[] };
};

export function createAutoTrading(options: AutoTradingOptions): AutoTrading {
  const { clock, log, settings } = options;
  const deps = {
    ...options,
    symbols: settings.autoTrading,
    instruments: options.listed,
    timeframeMs: TIMEFRAME_MS[LIVE_TIMEFRAME],
  };
  let watch: CandleWatch | undefined;
  return {
    routes: autoTradingRoutes(deps),
    start: () => {
      if (deps.symbols.length === 0) return;
      const onClosed = createFollower(deps);
      watch = watchCandles({ timeframe: LIVE_TIMEFRAME, clock, log, onClosed });
    },
    close: async () => await watch?.close(),
  };
}
