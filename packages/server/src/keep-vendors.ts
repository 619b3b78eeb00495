// Keeps the vendors' connections with the owner of the lease, because some vendors permit only one.
// A program that loses the lease disconnects, and reconnects when it has the lease again.
import type { Market } from '@halyard/market';

import type { Log } from '#platform/log/log.ts';

const POLL_MS = 250;
/**
 * How long the duty must be unavailable to count as lost. A restarted term of the engine is ready within
 * a second. A program that stands by can take over 0.3 seconds after this one has stopped: for less
 * than a second both are connected then, or the vendor rejects the second one, which tries again.
 */
const LOST_AFTER_MS = 1_000;

export type KeepVendorsOptions = {
  /** What holds the lease: the engine, or the leader of the market. */
  readonly duty: { readonly isReady: () => boolean };
  /** The market, already started. */
  readonly market: Pick<Market, 'leaveVendors' | 'returnToVendors'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

/** Starts to keep the connections. Returns the function that ends this. */
export function keepVendors({ duty, market, log }: KeepVendorsOptions): () => void {
  let notReadyMs = 0;
  let hasLeft = false;
  const timer = setInterval(() => {
    notReadyMs = duty.isReady() ? 0 : notReadyMs + POLL_MS;
    if (!hasLeft && notReadyMs >= LOST_AFTER_MS) {
      hasLeft = true;
      log.warn('the lease is lost: the vendors of prices are left to whoever has it');
      market.leaveVendors();
    } else if (hasLeft && notReadyMs === 0) {
      hasLeft = false;
      log.info('the lease is back: the vendors of prices are connected again');
      market.returnToVendors();
    }
  }, POLL_MS);
  return () => clearInterval(timer);
}
