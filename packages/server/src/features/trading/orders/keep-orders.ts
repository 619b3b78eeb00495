import type { Maintenance } from '#features/maintenance/maintenance.ts';
import type { Engine } from '#engine/engine.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import { Upkeep } from '#platform/upkeep/upkeep.ts';

const INTERVAL_MS = 1_000;

/**
 * Runs each second: tells the engine which orders are due, whether trading is paused, and to store
 * how far trailing stops have moved. It starts before there are prices, so that an order that
 * expired during a downtime is never filled.
 */
export function keepOrders(deps: {
  readonly engine: Pick<Engine, 'feed'>;
  readonly clock: Clock;
  readonly maintenance: Pick<Maintenance, 'findOpeningRefusal'>;
  readonly log: Log;
}): Upkeep {
  const { engine, clock, maintenance, log } = deps;
  return new Upkeep({
    name: 'the orders and trailing stops',
    intervalMs: INTERVAL_MS,
    log,
    run: async () => {
      const atMs = clock.nowMs();
      const isPaused = maintenance.findOpeningRefusal() !== undefined;
      engine.feed({ kind: 'set-trading-pause', atMs, isPaused });
      engine.feed({ kind: 'expire-orders', atMs });
      engine.feed({ kind: 'record-trails', atMs });
      await Promise.resolve();
    },
  });
}
