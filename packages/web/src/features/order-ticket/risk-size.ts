// How much to invest, so that no more than a given sum is lost where the position would end. The
// loss is that of the order as the server fills it: the spread and the mark-up lie in the opening
// price, closing costs nothing more, and a protection's fee is added. No rate of exchange comes in,
// whatever the price is quoted in: profit is a share of the amount in euros.
import type { Asset } from '@halyard/contract/trading';
import { protectionFee } from '@halyard/core/engine';
import {
  type Direction,
  orderPrice,
  type Points,
  type Quote,
  terminationPrice,
} from '@halyard/core/instrument';
import { type Cents, cents } from '@halyard/core/money';
import { POSITION_AMOUNT_MIN_CENTS, profit } from '@halyard/core/position';
import { toBps } from '#data/market/trading-core.ts';

export type RiskInput = {
  readonly asset: Pick<Asset, 'protection'>;
  readonly quote: Quote;
  readonly direction: Direction;
  readonly leverage: number;
  readonly stopPoints: Points;
  /** What the customer is ready to lose. */
  readonly riskCents: Cents;
  /** The largest amount that a position can have now. */
  readonly maximumCents: Cents;
};

export type RiskSize =
  | {
      readonly kind: 'size';
      readonly amountCents: Cents;
      /** A negative amount, with all costs. */
      readonly profitCents: Cents;
      /** Where it is not the stop that ends the position, but its termination before it. */
      readonly terminationPoints: Points | undefined;
      /** The risk would allow more than can be traded with. */
      readonly isLimited: boolean;
    }
  /** Even the least position would lose more: so much. */
  | { readonly kind: 'too-small'; readonly leastCents: Cents };

/** The largest amount that loses at most the risk at the stop, in whole cents. */
export function riskSize(input: RiskInput): RiskSize {
  const { riskCents, maximumCents } = input;
  const lossAt = (amountCents: number) => lossOf(input, cents(amountCents));
  const leastCents = cents(lossAt(POSITION_AMOUNT_MIN_CENTS));
  if (leastCents > riskCents || maximumCents < POSITION_AMOUNT_MIN_CENTS) {
    return { kind: 'too-small', leastCents };
  }
  // The loss only grows with the amount.
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
    terminationPoints: end === input.stopPoints ? undefined : end,
    isLimited: fits === maximumCents,
  };
}

function lossOf(input: RiskInput, amountCents: Cents): number {
  const { asset, direction, leverage } = input;
  const openPoints = orderPrice(direction, input.quote);
  const exposure = { direction, leverage, amountCents, openPoints };
  const protectionFeeBps = asset.protection === null ? 0 : toBps(asset.protection.fee_percent);
  const fee = protectionFee({ protectionFeeBps }, { amountCents, leverage });
  return fee - profit(exposure, endOf(input));
}

/** The stop, or the termination if that comes first. */
function endOf({ asset, quote, direction, leverage, stopPoints }: RiskInput): Points {
  const openPoints = orderPrice(direction, quote);
  const isProtected = asset.protection !== null;
  const end = terminationPrice({ direction, openPoints, leverage, isProtected });
  const isStopFirst = direction === 'buy' ? stopPoints >= end : stopPoints <= end;
  return isStopFirst ? stopPoints : end;
}
