// The account's figures at the displayed quotes, computed by core's function.
import type { LiveQuote } from '@halyard/contract/market';
import type { Asset, BalanceFigures, PositionLists } from '@halyard/contract/trading';
import { accountFigures, type SymbolMarket, type Valued } from '@halyard/core/engine';
import type { Category, Regime } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { toCents, toPosition, toQuote } from './trading-core.ts';

/** The fields of an asset that the figures depend on. */
export type TradedAsset = Pick<Asset, 'decimals' | 'gap_percent' | 'position_assets_category'>;

export type PriceSource = {
  quote(symbol: string): LiveQuote | undefined;
  /** Returns an asset; undefined for one that the customer can't trade. */
  asset(symbol: string): TradedAsset | undefined;
};

export type FiguresInput = {
  readonly figures: BalanceFigures;
  readonly positions: PositionLists;
  readonly regime: Regime;
  readonly prices: PriceSource;
};

/**
 * Returns the figures in euros with open positions at the displayed quotes. If a quote is missing,
 * the server's figures are used.
 */
export function liveFigures({ figures, positions, regime, prices }: FiguresInput): BalanceFigures {
  const markets = new Map<string, SymbolMarket>();
  const held: Valued['positions'] = new Map();
  const instruments = new Map<string, { readonly category: Category }>();
  const gapPercents: { [Key in Category]?: number } = {};
  for (const position of positions.open) {
    const { symbol } = position;
    const asset = prices.asset(symbol);
    if (asset === undefined) return figures;
    const { decimals, gap_percent: gap, position_assets_category: category } = asset;
    held.set(position.id, toPosition(position, decimals));
    if (markets.has(symbol)) continue;
    const live = prices.quote(symbol);
    const quote = toQuote(symbol, live, decimals);
    if (live === undefined || quote === undefined) return figures;
    markets.set(symbol, { quote, state: live.state, closesAtMs: null });
    instruments.set(symbol, { category: category.name });
    if (gap !== null) gapPercents[category.name] = gap;
  }
  const creditCents = toCents(figures.credit);
  // The server's balance includes credit under one regime only.
  const creditInBalance = regime === 'international' ? creditCents : 0;
  const account: Valued = {
    cashCents: cents(toCents(figures.balance) - creditInBalance),
    creditCents,
    debtCents: toCents(figures.debt),
    positions: held,
  };
  const rules = { regime, marginCloseOutPercent: 0, openPositionsMax: 0, gapPercents };
  const live = accountFigures({ rules, markets, instruments }, account);
  return {
    balance: toEuros(live.balanceCents),
    profit: toEuros(live.profitCents),
    equity: toEuros(live.equityCents),
    free_margin: toEuros(live.freeMarginCents),
    invested: toEuros(live.usedMarginCents),
    margin_level: live.marginLevelPercent,
    withdrawable: toEuros(live.withdrawableCents),
    credit: toEuros(live.creditCents),
    debt: toEuros(live.debtCents),
  };
}
