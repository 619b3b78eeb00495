// Market closures during which open positions have no working stop, and after which the price can
// gap.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset } from '@halyard/contract/trading';
import { HOUR_MS } from '@halyard/core/time';
import { marketState } from './market-state.ts';

const SOON_MS = HOUR_MS;

export type MarketGap =
  | {
      readonly kind: 'soon';
      /** The close and the next opening as instants; the opening is absent if unknown. */
      readonly closesAt: string;
      readonly opensAt: string | undefined;
      readonly waitMs: number;
    }
  | { readonly kind: 'now'; readonly opensAt: string; readonly waitMs: number };

/** Returns a symbol's current gap or the one within the next hour; undefined if there is none. */
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
