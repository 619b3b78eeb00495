// Position size and levels of the strategy. Integers only; every rounding makes the position
// smaller.
import type { AccountFigures, Regime } from '@halyard/core/engine';
import {
  instrumentLimits,
  listAllowedLeverages,
  orderPrice,
  points,
  SLIPPAGE_TOLERANCE_BPS,
  stopOutPrice,
} from '@halyard/core/instrument';
import type { Direction, Instrument, Points, Quote } from '@halyard/core/instrument';
import type { AccountTerms } from '@halyard/core/engine';
import { cents } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';

export const RISK_BPS_MAX = 100;
/**
 * The risk per position as a share of the equity, in hundredths of a percent: the maximum cost of a
 * stop loss without gaps.
 */
export const RISK_BPS = 50;
export const LEVERAGE_MAX = 5;
export const STOP_RANGES = 2;
export const TARGET_RANGES = 3;
const BPS_OF_ONE = 10_000;

export type SizeRequest = {
  readonly direction: Direction;
  readonly rangePoints: number;
  readonly riskBps: number;
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly figures: AccountFigures;
  readonly terms: AccountTerms;
  readonly regime: Regime;
};

export type Sizing =
  | {
      readonly kind: 'sized';
      readonly amountCents: Cents;
      readonly leverage: number;
      /**
       * The requested price. The engine rejects a fill that is worse than the position was sized
       * for.
       */
      readonly requestedPoints: Points;
      readonly stopPoints: Points;
      readonly targetPoints: Points;
      readonly riskCents: Cents;
    }
  | { readonly kind: 'refused'; readonly code: 'leverage-unavailable' | 'stop-too-far' }
  | {
      readonly kind: 'refused';
      readonly code: 'amount-too-small';
      readonly amountMinCents: Cents;
    };

/**
 * The smaller of ⌊equity × risk % ÷ (leverage × stop distance %)⌋ in cents and the amount that
 * leaves the free margin at half of the equity or more; rejected below the symbol's minimum. The
 * stop distance is measured from the worst accepted fill, so spread and mark-up are part of the
 * risk.
 */
export function sizePosition(request: SizeRequest): Sizing {
  const { direction, instrument, quote, figures, terms } = request;
  const leverage = listAllowedLeverages(instrument, request.regime, terms)
    .filter((one) => one <= LEVERAGE_MAX)
    .at(-1);
  if (leverage === undefined) return { kind: 'refused', code: 'leverage-unavailable' };

  const { requestedPoints, worstPoints } = boundFill(direction, instrument, quote);
  const levels = findLevels(direction, quote, request.rangePoints);
  if (levels === undefined) return { kind: 'refused', code: 'stop-too-far' };
  const { stopPoints } = levels;
  const { hasGuaranteedStop } = terms;
  const ending = stopOutPrice({ direction, openPoints: worstPoints, leverage, hasGuaranteedStop });
  const isBeyondEnding = direction === 'buy' ? stopPoints <= ending : stopPoints >= ending;
  if (isBeyondEnding) return { kind: 'refused', code: 'stop-too-far' };

  // Rounded down, because a fraction of a cent would be rounded up when the loss is booked.
  const riskCents = divide(figures.equityCents * request.riskBps, BPS_OF_ONE);
  const distancePoints = Math.abs(worstPoints - stopPoints);
  const byRisk = divideExact(riskCents, worstPoints, leverage * distancePoints);
  const keptCents = Math.ceil(figures.equityCents / 2);
  const { amountMinCents, amountMaxCents } = instrumentLimits(instrument);
  const amount = Math.min(
    byRisk,
    figures.freeMarginCents - keptCents,
    figures.equityCents - figures.usedMarginCents,
    amountMaxCents,
  );
  if (amount < amountMinCents) {
    return { kind: 'refused', code: 'amount-too-small', amountMinCents: cents(amountMinCents) };
  }
  return {
    kind: 'sized',
    amountCents: cents(amount),
    leverage,
    requestedPoints,
    ...levels,
    riskCents: cents(riskCents),
  };
}

/**
 * The engine accepts a fill that is worse than `requestedPoints` by a tolerance. The bound is chosen so
 * that the worst accepted fill is at most one point worse than today's order price.
 */
function boundFill(
  direction: Direction,
  { category }: Instrument,
  quote: Quote,
): { readonly requestedPoints: Points; readonly worstPoints: Points } {
  const order = orderPrice(direction, quote);
  const tolerance = SLIPPAGE_TOLERANCE_BPS[category];
  if (direction === 'buy') {
    const share = BPS_OF_ONE + tolerance;
    const seen = Math.ceil((order * BPS_OF_ONE) / share);
    return {
      requestedPoints: points(seen),
      worstPoints: points(Math.floor((seen * share) / BPS_OF_ONE)),
    };
  }
  const share = BPS_OF_ONE - tolerance;
  const seen = Math.floor((order * BPS_OF_ONE) / share);
  return {
    requestedPoints: points(seen),
    worstPoints: points(Math.ceil((seen * share) / BPS_OF_ONE)),
  };
}

/**
 * Returns the levels, measured from the price at which the position closes; undefined if a level
 * would not be a price.
 */
function findLevels(
  direction: Direction,
  { bidPoints, askPoints }: Quote,
  rangePoints: number,
): { readonly stopPoints: Points; readonly targetPoints: Points } | undefined {
  const stopDistance = Math.max(1, Math.floor(STOP_RANGES * rangePoints));
  const targetDistance = Math.max(1, Math.floor(TARGET_RANGES * rangePoints));
  const [stop, target] =
    direction === 'buy'
      ? [bidPoints - stopDistance, bidPoints + targetDistance]
      : [askPoints + stopDistance, askPoints - targetDistance];
  if (stop <= 0 || target <= 0) return undefined;
  return { stopPoints: points(stop), targetPoints: points(target) };
}

function divide(numerator: number, denominator: number): number {
  return Math.floor(numerator / denominator);
}

/** Returns ⌊first × second ÷ denominator⌋; the product may exceed the safe integers. */
function divideExact(first: number, second: number, denominator: number): number {
  return Number((BigInt(first) * BigInt(second)) / BigInt(denominator));
}
