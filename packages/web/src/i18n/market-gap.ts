// When nothing can be traded soon or now though positions stay open: no stop acts meanwhile, and the
// first price afterwards may lie far from the last.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { HOUR_MS } from '@halyard/core/time';
import { marketState } from './market-state.ts';

const SOON_MS = HOUR_MS;

export type MarketGap =
  | {
      readonly kind: 'soon';
      /** Instants; the opening is absent while it is not known. */
      readonly closesAt: string;
      readonly opensAt: string | undefined;
      readonly waitMs: number;
    }
  | { readonly kind: 'now'; readonly opensAt: string; readonly waitMs: number };

/** The gap before or in which a symbol is; undefined where there is none within the hour. */
export function marketGap(
  asset: Pick<Asset, 'state' | 'session'>,
  quote: LiveQuote | undefined,
  nowMs: number,
): MarketGap | undefined {
  const state = marketState(asset, quote, nowMs);
  const { next_open: opensAt, next_close: closesAt } = asset.session;
  if (state.kind === 'closed') {
    if (state.opensInMs === undefined || opensAt === null) return undefined;
    return { kind: 'now', opensAt, waitMs: state.opensInMs };
  }
  if (state.kind !== 'open' || state.closesInMs === undefined || closesAt === null) {
    return undefined;
  }
  if (state.closesInMs > SOON_MS) return undefined;
  const isKnown = opensAt !== null && Date.parse(opensAt) > Date.parse(closesAt);
  return {
    kind: 'soon',
    closesAt,
    opensAt: isKnown ? opensAt : undefined,
    waitMs: state.closesInMs,
  };
}
