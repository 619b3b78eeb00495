// Whether a symbol can be traded now, and if not, why and for how long.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';

export type MarketState =
  /** The market is open; `closesInMs` is absent if it never closes. */
  | { readonly kind: 'open'; readonly closesInMs: number | undefined }
  | { readonly kind: 'closed'; readonly opensInMs: number | undefined }
  /** The market is stale; `lastAtMs` is when its last price arrived, absent before the first. */
  | { readonly kind: 'stale'; readonly lastAtMs: number | undefined }
  | { readonly kind: 'halted' | 'none' };

export function marketState(
  asset: Pick<Asset, 'state' | 'session'>,
  quote: LiveQuote | undefined,
  nowMs: number,
): MarketState {
  const state = quote?.state ?? asset.state;
  const { next_open: opensAt, next_close: closesAt } = asset.session;
  switch (state) {
    case 'live':
      return { kind: 'open', closesInMs: remainingMs(closesAt, nowMs) };
    case 'closed':
      return { kind: 'closed', opensInMs: remainingMs(opensAt, nowMs) };
    case 'stale':
      return { kind: 'stale', lastAtMs: quote?.ts };
    case 'halted':
    case 'none':
      return { kind: state };
  }
}

/**
 * Returns the time until an instant; undefined if there is none, or it has passed since the asset
 * was loaded.
 */
function remainingMs(instant: string | null, nowMs: number): number | undefined {
  if (instant === null) return undefined;
  const restMs = Date.parse(instant) - nowMs;
  return restMs > 0 ? restMs : undefined;
}
