// The figures of an account. Balance B: its cash; under the international regime its credit
// too. Invested M: the amounts of its open positions, which stay inside the balance. Equity
// E = B + profit of open positions. Free margin F = B − M. Margin level = E / M. Withdrawable
// W = max(0, min(F, E − M − G)), under the international regime less the credit, and less what the
// customer owes. G is what open positions would lose by the largest plausible gap while their
// symbols are not live. Funds held for withdrawals are in none of them: they open no position and
// keep none open, though they cover a loss until they are paid.
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
  readonly investedCents: Cents;
  readonly freeMarginCents: Cents;
  /** Equity ÷ invested as a percentage, cut off after two decimals; null with no position. */
  readonly marginLevelPercent: number | null;
  readonly withdrawableCents: Cents;
  /** Owed of deposits that were charged back. */
  readonly debtCents: Cents;
};

/** What of an account its figures depend on. */
export type Valued = Pick<Account, 'cashCents' | 'creditCents' | 'positions'> &
  Partial<Pick<Account, 'debtCents'>>;

/** The rules and prices that the figures are computed from. */
export type ValuingState = Pick<EngineState, 'rules' | 'markets'> & {
  readonly instruments: ReadonlyMap<string, Pick<Instrument, 'category'>>;
};

/** The figures in cents at the last quotes; a position whose symbol has none yet at its opening quote. */
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
  const investedCents = cents(invested);
  const equityCents = addCents(balanceCents, profitCents);
  const freeMarginCents = cents(balanceCents - investedCents);
  const lockedCents = state.rules.regime === 'international' ? account.creditCents : ZERO_CENTS;
  const debtCents = account.debtCents ?? ZERO_CENTS;
  const reserved = lockedCents + debtCents;
  const withdrawable = Math.min(freeMarginCents, equityCents - investedCents - gap) - reserved;
  return {
    balanceCents,
    creditCents: account.creditCents,
    profitCents,
    equityCents,
    investedCents,
    freeMarginCents,
    marginLevelPercent: marginLevelPercent(equityCents, investedCents),
    withdrawableCents: cents(Math.max(0, withdrawable)),
    debtCents,
  };
}

/** Undefined while the symbol is live, and of a category that has no gap. */
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
 * The symbol of a position that can't be valued: nothing has quoted it since the start. What its
 * account is worth is not known until something does.
 */
export function findUnvalued(state: MarketView['state'], account: Valued): string | undefined {
  for (const { symbol } of account.positions.values()) {
    if (findQuote({ state, incoming: undefined }, symbol) === undefined) return symbol;
  }
  return undefined;
}

/** The balance in cents of what an account holds. */
export function balanceOf(
  rules: EngineRules,
  holding: { readonly cashCents: Cents; readonly creditCents: Cents },
): Cents {
  if (rules.regime === 'eu-retail') return holding.cashCents;
  return addCents(holding.cashCents, holding.creditCents);
}

/** Whether 100 × equity < percent × invested, exact for all safe integers. */
export function isBelowLevel(equityCents: number, investedCents: number, percent: number): boolean {
  const left = equityCents * 100;
  const right = investedCents * percent;
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left < right;
  return BigInt(equityCents) * 100n < BigInt(investedCents) * BigInt(percent);
}

// Cut off and not rounded: 49.999 % must not read as the 50 % at which nothing is closed.
function marginLevelPercent(equityCents: Cents, investedCents: Cents): number | null {
  if (investedCents === 0) return null;
  const [equity, invested] = [BigInt(equityCents) * 10_000n, BigInt(investedCents)];
  const rest = equity % invested;
  const floor = equity / invested - (rest < 0n ? 1n : 0n);
  return Number(floor) / 100;
}
