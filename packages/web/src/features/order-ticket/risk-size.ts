// Computes the amount for which the loss at the end of the position does not exceed a given sum.
// The loss is that of the order as the server fills it: spread and mark-up are part of the opening
// price, closing costs nothing more, and the GSLO premium is added. No exchange rate is involved,
// because profit is a share of the amount in euros.
import type { Asset } from '@halyard/contract/trading';
import { protectionFee } from '@halyard/core/engine';
import { type Direction, type Points, stopOutPrice } from '@halyard/core/instrument';
import { type Cents, cents } from '@halyard/core/money';
import { POSITION_AMOUNT_MIN_CENTS, profit } from '@halyard/core/position';
import { toBps } from '#data/market/trading-core.ts';

export type RiskInput = {
  readonly asset: Pick<Asset, 'protection'>;
  readonly openPoints: Points;
  readonly direction: Direction;
  readonly leverage: number;
  readonly stopPoints: Points;
  /** The maximum loss. */
  readonly riskCents: Cents;
  /** The maximum amount of a new position now. */
  readonly maximumCents: Cents;
};

export type RiskSize =
  | {
      readonly kind: 'size';
      readonly amountCents: Cents;
      /** The profit including all costs; negative for a loss. */
      readonly profitCents: Cents;
      /** The stop-out price, if the price reaches it before the stop. */
      readonly stopOutPoints: Points | undefined;
      /** Whether the maximum amount limits the position more than the risk. */
      readonly isLimited: boolean;
    }
  /** The loss of the minimum position, if it exceeds the risk. */
  | { readonly kind: 'too-small'; readonly leastCents: Cents };

/** Returns the largest amount in whole cents that loses at most the risk at the stop. */
export function riskSize(input: RiskInput): RiskSize {
  const { riskCents, maximumCents } = input;
  const lossAt = (amountCents: number) => lossOf(input, cents(amountCents));
  const leastCents = cents(lossAt(POSITION_AMOUNT_MIN_CENTS));
  if (leastCents > riskCents || maximumCents < POSITION_AMOUNT_MIN_CENTS) {
    return { kind: 'too-small', leastCents };
  }
  // Bisection: the loss increases with the amount.
  let [fits, tooMuch] = [POSITION_AMOUNT_MIN_CENTS as number, maximumCents + 1];
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (lossAt(middle) <= riskCents) fits = middle;
    else tooMuch = middle;
  }
  const end = endOf(input);
  return {
    kind: 'size',
    amountCents: cents(fits),
    profitCents: cents(-lossAt(fits)),
    stopOutPoints: end === input.stopPoints ? undefined : end,
    isLimited: fits === maximumCents,
  };
}

function lossOf(input: RiskInput, amountCents: Cents): number {
  const { asset, direction, leverage, openPoints } = input;
  const exposure = { direction, leverage, amountCents, openPoints };
  const protectionFeeBps = asset.protection === null ? 0 : toBps(asset.protection.fee_percent);
  const fee = protectionFee({ protectionFeeBps }, { amountCents, leverage });
  return fee - profit(exposure, endOf(input));
}

/** Returns where the position ends: at the stop, or at the stop-out price if that comes first. */
function endOf({ asset, openPoints, direction, leverage, stopPoints }: RiskInput): Points {
  const hasGuaranteedStop = asset.protection !== null;
  const end = stopOutPrice({ direction, openPoints, leverage, hasGuaranteedStop });
  const isStopFirst = direction === 'buy' ? stopPoints >= end : stopPoints <= end;
  return isStopFirst ? stopPoints : end;
}
