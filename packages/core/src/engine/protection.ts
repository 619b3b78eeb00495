import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';
import { MINUTE_MS } from '#time/time.ts';
import type { EngineRules, SymbolMarket } from './state.ts';

/** The levels of a guaranteed position are fixed for this long before its market closes. */
export const CLOSING_SOON_MS = 15 * MINUTE_MS;
const BPS_OF_ONE = 10_000;

/** Returns whether the trading session ends within CLOSING_SOON_MS. */
export function isClosingSoon(market: SymbolMarket, atMs: number): boolean {
  return market.closesAtMs !== null && market.closesAtMs - atMs <= CLOSING_SOON_MS;
}

/**
 * Returns the GSLO premium of a position in cents: a share of amount × leverage, which is what the
 * broker guarantees, rounded half to even.
 */
export function protectionFee(
  rules: Pick<EngineRules, 'protectionFeeBps'>,
  { amountCents, leverage }: { readonly amountCents: Cents; readonly leverage: number },
): Cents {
  const bps = rules.protectionFeeBps ?? 0;
  return cents(multiplyDivideHalfEven(amountCents * leverage, bps, BPS_OF_ONE));
}

/**
 * Returns the largest amount in cents that, together with its premium, does not exceed
 * `totalCents`.
 */
export function largestBesideFee(
  rules: Pick<EngineRules, 'protectionFeeBps'>,
  { totalCents, leverage }: { readonly totalCents: Cents; readonly leverage: number },
): Cents {
  const share = (leverage * (rules.protectionFeeBps ?? 0)) / BPS_OF_ONE;
  // The search starts one cent above the unrounded result and goes down until margin and premium
  // fit.
  let amountCents = cents(Math.min(totalCents, Math.floor(totalCents / (1 + share)) + 1));
  while (amountCents + protectionFee(rules, { amountCents, leverage }) > totalCents) {
    amountCents = cents(amountCents - 1);
  }
  return amountCents;
}
