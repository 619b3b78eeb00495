// Prices between decimal text and points. A price to sell at is rounded down and one to buy at up,
// so that rounding never gives a customer a better price than the source had.
import { PRICE_POINTS_MAX, points } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

// Spreads are stated in hundredths of a basis point: a million of them make one.
const CENTI_BPS_PER_ONE = 1_000_000n;

/** Gives sell × (1 + spread ÷ 1,000,000), exact, rounded up to whole points. */
export function buyFromSell(sellPoints: Points, spreadCentiBps: number): Points {
  const scaled = BigInt(sellPoints) * (CENTI_BPS_PER_ONE + BigInt(spreadCentiBps));
  return points(Number((scaled + CENTI_BPS_PER_ONE - 1n) / CENTI_BPS_PER_ONE));
}

/** What the house adds to a source's spread; shares of the price in hundredths of a basis point. */
export type SpreadModel = {
  readonly extraCentiBps: number;
  readonly minimumCentiBps: number;
};

/** Gives the quote with its spread widened to both sides alike, the sell price rounded down, the buy price up. */
export function widenSpread(quote: TwoPrices, model: SpreadModel): TwoPrices {
  const { sellPoints, buyPoints } = quote;
  const share = (centiBps: number): number =>
    ((sellPoints + buyPoints) / 2 / Number(CENTI_BPS_PER_ONE)) * centiBps;
  const spread = buyPoints - sellPoints;
  const wanted = Math.max(spread + share(model.extraCentiBps), share(model.minimumCentiBps));
  const more = (wanted - spread) / 2;
  if (more <= 0) return quote;
  return {
    sellPoints: points(Math.max(1, Math.floor(sellPoints - more))),
    buyPoints: points(Math.ceil(buyPoints + more)),
  };
}

type TwoPrices = { readonly sellPoints: Points; readonly buyPoints: Points };

export type PriceRounding = {
  readonly decimals: number;
  readonly direction: 'down' | 'up' | 'nearest';
};

const DECIMAL = /^(\d{1,15})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * Reads a price in decimal text, or a number as its text, as points. Gives undefined unless it is
 * above zero after rounding and within PRICE_POINTS_MAX. 'nearest' rounds a half up.
 */
export function parsePrice(value: unknown, rounding: PriceRounding): Points | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(String(value).trim()) ?? [];
  if (whole === undefined) return undefined;
  const shift = rounding.decimals + Number(exponent);
  const kept = shift >= 0 ? fraction.slice(0, shift).padEnd(shift, '0') : '';
  const digits = shift >= 0 ? whole + kept : whole.slice(0, shift);
  const rest =
    shift >= 0 ? fraction.slice(shift) : whole.padStart(-shift, '0').slice(shift) + fraction;
  const rounded = Number(digits) + roundedUpBy(rest, rounding.direction);
  const isPrice = Number.isSafeInteger(rounded) && rounded > 0 && rounded <= PRICE_POINTS_MAX;
  return isPrice ? points(rounded) : undefined;
}

function roundedUpBy(rest: string, direction: PriceRounding['direction']): number {
  switch (direction) {
    case 'down':
      return 0;
    case 'up':
      return /[1-9]/.test(rest) ? 1 : 0;
    case 'nearest':
      return (rest[0] ?? '0') >= '5' ? 1 : 0;
  }
}
