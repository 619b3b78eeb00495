// Prices between decimal text, points and floating models. A sell price is rounded down and a buy
// price up, so that rounding never favours one customer over the house's stated spread.
import { points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

// Spreads are stated in hundredths of a basis point: a million of them make one.
const CENTI_BPS_PER_ONE = 1_000_000n;

/** Gives sell × (1 + spread ÷ 1,000,000), exact, rounded up to whole points. */
export function buyFromSell(sellPoints: Points, spreadCentiBps: number): Points {
  const scaled = BigInt(sellPoints) * (CENTI_BPS_PER_ONE + BigInt(spreadCentiBps));
  return points(Number((scaled + CENTI_BPS_PER_ONE - 1n) / CENTI_BPS_PER_ONE));
}
