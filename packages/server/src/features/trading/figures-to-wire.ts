import type { BalanceFigures } from '@halyard/contract/trading';
import type { AccountFigures } from '@halyard/core/engine';
import { toEuros } from '@halyard/core/money';

/** An account's figures in euros. */
export function toWireFigures(figures: AccountFigures): BalanceFigures {
  return {
    balance: toEuros(figures.balanceCents),
    profit: toEuros(figures.profitCents),
    equity: toEuros(figures.equityCents),
    free_margin: toEuros(figures.freeMarginCents),
    invested: toEuros(figures.usedMarginCents),
    margin_level: figures.marginLevelPercent,
    withdrawable: toEuros(figures.withdrawableCents),
    credit: toEuros(figures.creditCents),
    debt: toEuros(figures.debtCents),
  };
}
