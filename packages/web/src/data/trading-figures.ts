// The account's figures at the quotes on the screen, computed by the core's own function.
import type { LiveQuote } from '@halyard/contract/market';
import type { BalanceFigures, PositionLists } from '@halyard/contract/trading';
import { accountFigures, type SymbolMarket, type Valued } from '@halyard/core/engine';
import type { Regime } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { toCents, toPosition, toQuote } from './trading-core.ts';

export type PriceSource = {
  quote(symbol: string): LiveQuote | undefined;
  /** The asset's decimals; undefined for one that the customer's list does not have. */
  decimals(symbol: string): number | undefined;
};

export type FiguresInput = {
  readonly figures: BalanceFigures;
  readonly positions: PositionLists;
  readonly regime: Regime;
  readonly prices: PriceSource;
};

/**
 * The figures in euros, the open positions valued at the quotes on the screen. Where one of them
 * has no quote here, the figures that the server sent stand.
 */
export function liveFigures({ figures, positions, regime, prices }: FiguresInput): BalanceFigures {
  const markets = new Map<string, SymbolMarket>();
  const held: Valued['positions'] = new Map();
  for (const position of positions.open) {
    const decimals = prices.decimals(position.symbol);
    if (decimals === undefined) return figures;
    const quote = toQuote(position.symbol, prices.quote(position.symbol), decimals);
    if (quote === undefined) return figures;
    markets.set(position.symbol, { quote, state: 'live', closesAtMs: null });
    held.set(position.id, toPosition(position, decimals));
  }
  const creditCents = toCents(figures.credit);
  // What the server calls the balance holds the credit under one regime and not under the other.
  const creditInBalance = regime === 'international' ? creditCents : 0;
  const account: Valued = {
    cashCents: cents(toCents(figures.balance) - creditInBalance),
    creditCents,
    positions: held,
  };
  const rules = { regime, marginCloseOutPercent: 0, openPositionsMax: 0 };
  const live = accountFigures({ rules, markets, instruments: new Map() }, account);
  return {
    balance: toEuros(live.balanceCents),
    profit: toEuros(live.profitCents),
    equity: toEuros(live.equityCents),
    free_margin: toEuros(live.freeMarginCents),
    invested: toEuros(live.investedCents),
    margin_level: live.marginLevelPercent,
    withdrawable: toEuros(live.withdrawableCents),
    credit: toEuros(live.creditCents),
  };
}
