// What of an instrument the house may set while the program runs. Limits judge what opens; of a
// position that is open they change nothing.
import { LEVERAGES } from './leverage.ts';

export type Limits = {
  /** The largest leverage for everybody; the regime's cap holds beside it. */
  readonly leverageMax: number;
  readonly amountMinCents: number;
  readonly amountMaxCents: number;
};

export type LimitsFault = 'leverage-unknown' | 'amount-too-small' | 'amount-too-large' | 'crossed';

/** A position's amount is never below one euro, and its largest exposure stays a safe integer. */
export const LIMIT_AMOUNT_MIN_CENTS = 100;
export const LIMIT_AMOUNT_MAX_CENTS = 1_000_000_000;

const LEVERAGE_LAST = Math.max(...LEVERAGES);

/** The limits in force: those of an instrument that sets none leave the choice to regime and account. */
export function instrumentLimits(instrument: {
  readonly leverageMax?: number;
  readonly amountMinCents?: number;
  readonly amountMaxCents: number;
}): Limits {
  const { leverageMax = LEVERAGE_LAST, amountMinCents = LIMIT_AMOUNT_MIN_CENTS } = instrument;
  return { leverageMax, amountMinCents, amountMaxCents: instrument.amountMaxCents };
}

/** Why limits make no sense: no such leverage, an amount out of bounds, or least above greatest. */
export function findLimitsFault(limits: Limits): LimitsFault | undefined {
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
