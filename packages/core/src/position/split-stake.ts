import type { SplitRatio } from '#instrument/instrument.ts';
import { cents, roundHalfEven, type Cents } from '#money/money.ts';
import type { Exposure } from './profit.ts';

/**
 * Returns by how much a split that the exchange did not make would change the profit of a position,
 * in cents and never negative: notional × |new ÷ old − 1|, rounded half to even. It assumes that
 * the position was opened at the current price.
 */
export function splitStake(
  { amountCents, leverage }: Pick<Exposure, 'amountCents' | 'leverage'>,
  { newUnits, oldUnits }: SplitRatio,
): Cents {
  const moved = BigInt(amountCents * leverage) * BigInt(Math.abs(newUnits - oldUnits));
  return cents(Number(roundHalfEven(moved, BigInt(oldUnits))));
}
