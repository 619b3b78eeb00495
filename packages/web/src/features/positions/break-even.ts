// Computes the stop at which a position closes at zero, including everything charged for it.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, Position, PositionCosts } from '@halyard/contract/trading';
import { findLevelRejection } from '@halyard/core/engine';
import { toRate } from '@halyard/core/instrument';
import { addCents } from '@halyard/core/money';
import { breakEvenPrice } from '@halyard/core/position';
import { toCents, toPosition, toQuote } from '#data/market/trading-core.ts';

export type BreakEven =
  | { readonly kind: 'level'; readonly rate: number }
  /** The price has not reached the break-even rate, or is too close to it for a guaranteed stop. */
  | {
      readonly kind: 'problem';
      readonly rate: number;
      /** At present the stop must not be higher, or lower, than the limit. */
      readonly side: 'higher' | 'lower';
      readonly limit: number;
    }
  /** The existing stop already protects more. */
  | { readonly kind: 'behind'; readonly rate: number }
  /** The costs exceed what the position can ever gain. */
  | { readonly kind: 'never' };

export type BreakEvenInput = {
  readonly position: Position;
  readonly asset: Pick<Asset, 'symbol' | 'decimals'>;
  readonly quote: LiveQuote | undefined;
  readonly costs: PositionCosts;
};

export function breakEven({ position, asset, quote, costs }: BreakEvenInput): BreakEven {
  const { decimals } = asset;
  const held = toPosition(position, decimals);
  const costCents = addCents(toCents(costs.fee), toCents(costs.financing));
  const stopPoints = breakEvenPrice(held, costCents);
  if (stopPoints === undefined) return { kind: 'never' };
  const rate = toRate(stopPoints, decimals);
  const isBehind =
    held.stopPoints !== null &&
    (held.direction === 'buy' ? held.stopPoints > stopPoints : held.stopPoints < stopPoints);
  if (isBehind) return { kind: 'behind', rate };
  const now = toQuote(asset.symbol, quote, decimals);
  const levels = {
    direction: held.direction,
    stopPoints,
    targetPoints: null,
    isGuaranteed: held.hasGuaranteedStop,
  };
  // Without a displayed price, only the server checks the level.
  const rejection = now && findLevelRejection(levels, now, decimals);
  if (rejection === undefined) return { kind: 'level', rate };
  const side = rejection.facts['side'] === 'higher' ? 'higher' : 'lower';
  const limit = Number(rejection.facts['limit']);
  return { kind: 'problem', rate, side, limit };
}
