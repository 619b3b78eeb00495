import type { TradingPause } from '#features/trading-pause/trading-pause.ts';
import type { EngineOwner } from '#engine/engine-owner.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { PeriodicTask } from '#platform/periodic-task/periodic-task.ts';

const INTERVAL_MS = 1_000;

/**
 * Each second, tells the engine which orders are due and whether trading is paused, and lets it
 * store how far trailing stops have moved. It starts before there are prices, so that an order that
 * expired during a downtime is never filled.
 */
export function keepOrders(deps: {
  readonly engine: Pick<EngineOwner, 'feed'>;
  readonly clock: Clock;
  readonly tradingPause: Pick<TradingPause, 'findOpeningRejection'>;
  readonly log: Log;
}): PeriodicTask {
  const { engine, clock, tradingPause, log } = deps;
  return new PeriodicTask({
    name: 'the orders and trailing stops',
    intervalMs: INTERVAL_MS,
    log,
    run: async () => {
      const atMs = clock.nowMs();
      const isPaused = tradingPause.findOpeningRejection() !== undefined;
      engine.feed({ kind: 'set-trading-pause', atMs, isPaused });
      engine.feed({ kind: 'expire-orders', atMs });
      engine.feed({ kind: 'record-trails', atMs });
      await Promise.resolve();
    },
  });
}
