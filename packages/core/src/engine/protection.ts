import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';
import { MINUTE_MS } from '#time/time.ts';
import type { EngineRules, SymbolMarket } from './state.ts';

/** Before its market closes, what the house guarantees of a protected position stands still. */
export const CLOSING_SOON_MS = 15 * MINUTE_MS;
const BPS_OF_ONE = 10_000;

/** Whether the session ends within CLOSING_SOON_MS. */
export function isClosingSoon(market: SymbolMarket, atMs: number): boolean {
  return market.closesAtMs !== null && market.closesAtMs - atMs <= CLOSING_SOON_MS;
}

/**
 * What a customer pays at the opening of a protected position, in cents: a share of amount ×
 * leverage, which is what the house guarantees, rounded half to even.
 */
export function protectionFee(
  rules: Pick<EngineRules, 'protectionFeeBps'>,
  { amountCents, leverage }: { readonly amountCents: Cents; readonly leverage: number },
): Cents {
  const bps = rules.protectionFeeBps ?? 0;
  return cents(multiplyDivideHalfEven(amountCents * leverage, bps, BPS_OF_ONE));
}

/** The largest amount that is, together with its fee, not more than `totalCents`. */
export function largestBesideFee(
  rules: Pick<EngineRules, 'protectionFeeBps'>,
  { totalCents, leverage }: { readonly totalCents: Cents; readonly leverage: number },
): Cents {
  const share = (leverage * (rules.protectionFeeBps ?? 0)) / BPS_OF_ONE;
  // One above what it would be without rounding, then down to what fits.
  let amountCents = cents(Math.min(totalCents, Math.floor(totalCents / (1 + share)) + 1));
  while (amountCents + protectionFee(rules, { amountCents, leverage }) > totalCents) {
    amountCents = cents(amountCents - 1);
  }
  return amountCents;
}
