// The figures of an account, in cents. Balance B: cash; under the international regime plus credit.
// Used margin M: the margins of open positions, which stay part of the balance. Equity E = B +
// profit of open positions. Free margin F = B − M. Margin level = E / M. Withdrawable W = max(0,
// min(F, E − M − G)), less credit under the international regime, and less the customer's debt. G
// is the loss of open positions at the largest plausible gap while their symbols are not live.
// Funds held for withdrawals count in none of these figures, although they cover losses until they
// are paid.
import { addCents, cents, ZERO_CENTS, type Cents } from '#money/money.ts';
import { profitAt, worthAfterGap, type Position } from '#position/position.ts';
import type { Instrument } from '#instrument/instrument.ts';
import { findQuote, getMarket, type MarketView } from '../market-view.ts';
import type { Account, EngineRules, EngineState } from '../state.ts';

export type AccountFigures = {
  readonly balanceCents: Cents;
  readonly creditCents: Cents;
  readonly profitCents: Cents;
  readonly equityCents: Cents;
  readonly usedMarginCents: Cents;
  readonly freeMarginCents: Cents;
  /** Equity ÷ used margin in percent, truncated to two decimals; null without positions. */
  readonly marginLevelPercent: number | null;
  readonly withdrawableCents: Cents;
  /** The customer's debt for deposits that were charged back. */
  readonly debtCents: Cents;
};

/** The parts of an account that its figures depend on. */
export type Valued = Pick<Account, 'cashCents' | 'creditCents' | 'positions'> &
  Partial<Pick<Account, 'debtCents'>>;

/** The rules and prices that the figures are computed from. */
export type ValuingState = Pick<EngineState, 'rules' | 'markets'> & {
  readonly instruments: ReadonlyMap<string, Pick<Instrument, 'category'>>;
};

/**
 * Returns the figures in cents at the last quotes; a position without a quote is valued at its
 * opening quote.
 */
export function accountFigures(state: ValuingState, account: Valued): AccountFigures {
  let profit = 0;
  let invested = 0;
  let gap = 0;
  for (const position of account.positions.values()) {
    const worth = profitAt(position, getMarket(state, position.symbol).quote ?? position.openQuote);
    profit += worth;
    invested += position.amountCents;
    gap += worth - (worthAfterPlausibleGap(state, position) ?? worth);
  }

  const balanceCents = balanceOf(state.rules, account);
  const profitCents = cents(profit);
  const usedMarginCents = cents(invested);
  const equityCents = addCents(balanceCents, profitCents);
  const freeMarginCents = cents(balanceCents - usedMarginCents);
  const lockedCents = state.rules.regime === 'international' ? account.creditCents : ZERO_CENTS;
  const debtCents = account.debtCents ?? ZERO_CENTS;
  const reserved = lockedCents + debtCents;
  const withdrawable = Math.min(freeMarginCents, equityCents - usedMarginCents - gap) - reserved;
  return {
    balanceCents,
    creditCents: account.creditCents,
    profitCents,
    equityCents,
    usedMarginCents,
    freeMarginCents,
    marginLevelPercent: marginLevelPercent(equityCents, usedMarginCents),
    withdrawableCents: cents(Math.max(0, withdrawable)),
    debtCents,
  };
}

/**
 * Returns a position's value after the largest plausible gap. Undefined while its symbol is live,
 * and for categories without a gap.
 */
function worthAfterPlausibleGap(
  { rules, markets, instruments }: ValuingState,
  position: Position,
): Cents | undefined {
  if (rules.gapPercents === undefined) return undefined;
  const { quote, state } = getMarket({ markets }, position.symbol);
  if (state === 'live') return undefined;
  const category = instruments.get(position.symbol)?.category;
  const percent = category === undefined ? undefined : rules.gapPercents[category];
  if (percent === undefined) return undefined;
  return worthAfterGap(position, quote ?? position.openQuote, percent);
}

/**
 * Returns the symbol of a position that can't be valued, because no quote has arrived since the
 * start. The account's equity is unknown until one does.
 */
export function findUnvalued(state: MarketView['state'], account: Valued): string | undefined {
  for (const { symbol } of account.positions.values()) {
    if (findQuote({ state, incoming: undefined }, symbol) === undefined) return symbol;
  }
  return undefined;
}

/** Returns the balance of an account in cents. */
export function balanceOf(
  rules: EngineRules,
  holding: { readonly cashCents: Cents; readonly creditCents: Cents },
): Cents {
  if (rules.regime === 'eu-retail') return holding.cashCents;
  return addCents(holding.cashCents, holding.creditCents);
}

/** Returns whether 100 × equity < percent × used margin; exact for all safe integers. */
export function isBelowLevel(
  equityCents: number,
  usedMarginCents: number,
  percent: number,
): boolean {
  const left = equityCents * 100;
  const right = usedMarginCents * percent;
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left < right;
  return BigInt(equityCents) * 100n < BigInt(usedMarginCents) * BigInt(percent);
}

// Truncated, not rounded: 49.999 % must not display as the 50 % at which no position closes.
function marginLevelPercent(equityCents: Cents, usedMarginCents: Cents): number | null {
  if (usedMarginCents === 0) return null;
  const [equity, invested] = [BigInt(equityCents) * 10_000n, BigInt(usedMarginCents)];
  const rest = equity % invested;
  const floor = equity / invested - (rest < 0n ? 1n : 0n);
  return Number(floor) / 100;
}
