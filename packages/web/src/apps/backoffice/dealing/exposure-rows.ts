// The rows of the exposure diagram: one per symbol, the largest notional first, both directions on
// one scale.
import type { getDealing } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';

export type Exposure = ReplyOf<typeof getDealing>['exposure'];
export type ExposureRow = {
  readonly symbol: string;
  readonly buy: number;
  readonly sell: number;
  readonly net: number;
  readonly positions: number;
  /** What the broker would gain in euros if the symbol's positions closed now. */
  readonly brokerResult: number;
  /**
   * The bar lengths: the notional of each direction as a share of the largest one of all symbols, 0
   * to 1.
   */
  readonly buyShare: number;
  readonly sellShare: number;
};

export function toExposureRows(exposure: Exposure): readonly ExposureRow[] {
  const largest = Math.max(0, ...exposure.flatMap(({ buy, sell }) => [buy.volume, sell.volume]));
  const shareOf = (volume: number): number => (largest === 0 ? 0 : volume / largest);
  return exposure
    .map(({ symbol, buy, sell, net_volume: net }) => ({
      symbol,
      buy: buy.volume,
      sell: sell.volume,
      net,
      positions: buy.positions + sell.positions,
      // In cents, so that the sum is exact; 0 − 0 is not −0.
      brokerResult: (0 - Math.round(buy.profit * 100) - Math.round(sell.profit * 100)) / 100,
      buyShare: shareOf(buy.volume),
      sellShare: shareOf(sell.volume),
    }))
    .toSorted((one, other) => other.buy + other.sell - (one.buy + one.sell));
}
