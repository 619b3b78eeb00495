// Limits of an instrument that the broker can set at run time. They apply to openings; open
// positions keep their conditions.
import { LEVERAGES } from './leverage.ts';

export type Limits = {
  /** The maximum leverage for everyone; the regime's limit applies as well. */
  readonly leverageMax: number;
  readonly amountMinCents: number;
  readonly amountMaxCents: number;
};

export type LimitsProblem =
  | 'leverage-unknown'
  | 'amount-too-small'
  | 'amount-too-large'
  | 'crossed';

/**
 * The smallest limit that the broker can set for a position's margin: one euro. The largest one
 * keeps notionals within the safe integers.
 */
export const LIMIT_AMOUNT_MIN_CENTS = 100;
export const LIMIT_AMOUNT_MAX_CENTS = 1_000_000_000;

const LEVERAGE_LAST = Math.max(...LEVERAGES);

/**
 * Returns the limits in force. An instrument without limits leaves the choice to regime and
 * account.
 */
export function instrumentLimits(instrument: {
  readonly leverageMax?: number;
  readonly amountMinCents?: number;
  readonly amountMaxCents: number;
}): Limits {
  const { leverageMax = LEVERAGE_LAST, amountMinCents = LIMIT_AMOUNT_MIN_CENTS } = instrument;
  return { leverageMax, amountMinCents, amountMaxCents: instrument.amountMaxCents };
}

/**
 * Returns why limits are invalid: unknown leverage, an amount out of bounds, or a minimum above the
 * maximum.
 */
export function findLimitsProblem(limits: Limits): LimitsProblem | undefined {
  const { leverageMax, amountMinCents, amountMaxCents } = limits;
  if (!LEVERAGES.some((leverage) => leverage === leverageMax)) return 'leverage-unknown';
  const amounts = [amountMinCents, amountMaxCents];
  if (!amounts.every((amount) => amount >= LIMIT_AMOUNT_MIN_CENTS)) return 'amount-too-small';
  if (!amounts.every((amount) => isWithin(amount))) return 'amount-too-large';
  return amountMinCents > amountMaxCents ? 'crossed' : undefined;
}

function isWithin(amount: number): boolean {
  return Number.isSafeInteger(amount) && amount <= LIMIT_AMOUNT_MAX_CENTS;
}
