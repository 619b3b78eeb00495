import type { BalanceFigures, Position } from '@halyard/contract/trading';
import { accountFigures, type SymbolMarket, type Valued } from '@halyard/core/engine';
import {
  CATEGORIES,
  DIRECTIONS,
  points,
  type Quote,
  REGIMES,
  SYMBOL_STATES,
  toRate,
} from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import type { Position as CorePosition } from '@halyard/core/position';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { liveFigures, type PriceSource, type TradedAsset } from './trading-figures.ts';

const figures: BalanceFigures = {
  balance: 10_000,
  profit: 0,
  equity: 10_000,
  free_margin: 9_500,
  invested: 500,
  margin_level: 2000,
  withdrawable: 9_500,
  credit: 0,
  debt: 0,
};

const position: Position = {
  id: 7,
  symbol: 'BTCUSD',
  symbolName: 'Bitcoin / US Dollar',
  direction: 'buy',
  amount: 500,
  leverage: 2,
  open_rate: 80_000,
  open_date: '2026-11-20T09:00:00.000Z',
  closed_rate: null,
  close_date: null,
  take_profit: null,
  stop_lost: null,
  termination_rate: 40_000,
  profit: 0,
  financing: 0,
  protected: 0,
  closingReason: null,
};

const bitcoin: TradedAsset = {
  decimals: 2,
  gap_percent: 30,
  position_assets_category: { name: 'crypto', leverage: '1,2' },
};

const prices: PriceSource = {
  quote: (symbol) =>
    symbol === 'BTCUSD' ? { sell: 82_000, buy: 82_020, ts: 0, state: 'live' } : undefined,
  asset: (symbol) => (symbol === 'BTCUSD' ? bitcoin : undefined),
};

it('values a buy at the sell price: 500 × 2 × 2000 ÷ 80000 = 25', () => {
  const positions = { open: [position], history: [] };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices })).toEqual({
    balance: 10_000,
    profit: 25,
    equity: 10_025,
    free_margin: 9_500,
    invested: 500,
    margin_level: 2005,
    withdrawable: 9_500,
    credit: 0,
    debt: 0,
  });
});

it('values a sell at the buy price: −500 × 2 × 2020 ÷ 80000 = −25.25', () => {
  const positions = { open: [{ ...position, direction: 'sell' as const }], history: [] };
  const live = liveFigures({ figures, positions, regime: 'eu-retail', prices });
  expect([live.profit, live.equity, live.withdrawable]).toEqual([-25.25, 9_974.75, 9_474.75]);
});

it('counts credit in the balance under the international regime only', () => {
  const withCredit = { ...figures, credit: 100 };
  const positions = { open: [], history: [] };
  for (const regime of ['eu-retail', 'international'] as const) {
    const live = liveFigures({ figures: withCredit, positions, regime, prices });
    expect([live.balance, live.margin_level]).toEqual([10_000, null]);
  }
});

it("keeps the server's figures while a position's symbol has no quote or no asset here", () => {
  const positions = { open: [position], history: [] };
  const blind = { ...prices, quote: () => undefined };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices: blind })).toBe(figures);
  const unlisted = { ...prices, asset: () => undefined };
  expect(liveFigures({ figures, positions, regime: 'eu-retail', prices: unlisted })).toBe(figures);
});

it('includes the rounding carry of closed parts of half a cent and more', () => {
  // Profit: 500 × 2 × 2000 ÷ 80000 = 25 euros; the carry of 0.6 cents × 8,000,000 points rounds it
  // up by one cent.
  const positions = { open: [{ ...position, carry: 4_800_000 }], history: [] };
  const live = liveFigures({ figures, positions, regime: 'eu-retail', prices });
  expect([live.profit, live.equity]).toEqual([25.01, 10_025.01]);
});

it.each([
  ['live', 9_500],
  // Equity after a profit of 500 × 2 × (57,400 − 80,000) ÷ 80,000 = −282.50.
  ['closed', 9_217.5],
  ['stale', 9_217.5],
  ['halted', 9_217.5],
] as const)('reserves the largest plausible gap while the symbol is %s', (state, withdrawable) => {
  const quote = { sell: 82_000, buy: 82_020, ts: 0, state };
  const live = liveFigures({
    figures,
    positions: { open: [position], history: [] },
    regime: 'eu-retail',
    prices: { ...prices, quote: () => quote },
  });
  expect(live.withdrawable).toBe(withdrawable);
});

it('deducts the customer’s debt', () => {
  const owing = { ...figures, debt: 250 };
  const live = liveFigures({
    figures: owing,
    positions: { open: [position], history: [] },
    regime: 'eu-retail',
    prices,
  });
  expect([live.withdrawable, live.debt]).toEqual([9_250, 250]);
});

const DECIMALS = 3;
const SYMBOLS = ['AAA', 'BBB', 'CCC'] as const;
const price = fc.integer({ min: 1_000, max: 5_000_000 });
const market = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  state: fc.constantFrom(...SYMBOL_STATES),
  bidPoints: price,
  spread: fc.integer({ min: 0, max: 500 }),
});
const holding = fc.record({
  symbol: fc.constantFrom(...SYMBOLS),
  direction: fc.constantFrom(...DIRECTIONS),
  amountCents: fc.integer({ min: 100, max: 5_000_000 }),
  leverage: fc.constantFrom(1, 2, 5, 30),
  openPoints: price,
  stopPoints: fc.option(price),
  hasGuaranteedStop: fc.boolean(),
  /** The rounding carry as a share of a cent. */
  carryShare: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
});
const account = fc.record({
  regime: fc.constantFrom(...REGIMES),
  cashCents: fc.integer({ min: -100_000, max: 50_000_000 }),
  creditCents: fc.integer({ min: 0, max: 1_000_000 }),
  debtCents: fc.integer({ min: 0, max: 1_000_000 }),
  markets: fc.tuple(market, market, market),
  holdings: fc.array(holding, { maxLength: 6 }),
  gapPercents: fc.dictionary(fc.constantFrom(...CATEGORIES), fc.integer({ min: 0, max: 100 })),
});

it("shows the server's figures to the cent for every account, market and rule", () => {
  fc.assert(
    fc.property(account, (drawn) => {
      const { server, browser } = bothFigures(drawn);
      expect(browser).toEqual(server);
    }),
    { numRuns: 2_000 },
  );
});

type Drawn = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * Returns the figures computed from the engine's state, and those computed from what the browser
 * receives.
 */
function bothFigures(drawn: Drawn) {
  const { regime, gapPercents } = drawn;
  const markets = new Map<string, SymbolMarket>();
  const assets = new Map<string, TradedAsset>();
  SYMBOLS.forEach((symbol, index) => {
    const { category, state, bidPoints, spread } = drawn.markets[index] ?? drawn.markets[0];
    const quote = quoteOf(symbol, bidPoints, bidPoints + spread);
    markets.set(symbol, { quote, state, closesAtMs: null });
    assets.set(symbol, {
      decimals: DECIMALS,
      gap_percent: gapPercents[category] ?? null,
      position_assets_category: { name: category, leverage: '1' },
    });
  });
  const held = drawn.holdings.map((one, index) => toHeld(one, index + 1));
  const rules = { regime, gapPercents, marginCloseOutPercent: 50, openPositionsMax: 200 };
  const instruments = new Map(
    [...assets].map(([symbol, asset]) => [
      symbol,
      { category: asset.position_assets_category.name },
    ]),
  );
  const valued: Valued = {
    cashCents: cents(drawn.cashCents),
    creditCents: cents(drawn.creditCents),
    debtCents: cents(drawn.debtCents),
    positions: new Map(held.map((one) => [one.id, one])),
  };
  const at = (state: { readonly markets: Map<string, SymbolMarket> }) =>
    toWire(accountFigures({ rules, instruments, markets: state.markets }, valued));
  // The values that were sent last are for other prices.
  const before = new Map(
    [...markets].map(([symbol, one]) => [
      symbol,
      { ...one, quote: quoteOf(symbol, 1_000, 1_001), state: 'live' as const },
    ]),
  );
  const browser = liveFigures({
    figures: at({ markets: before }),
    positions: { open: held.map(toWirePosition), history: [] },
    regime,
    prices: {
      asset: (symbol) => assets.get(symbol),
      quote: (symbol) => {
        const { quote, state } = markets.get(symbol) ?? {};
        if (quote === undefined || state === undefined) return undefined;
        const [sell, buy] = [toRate(quote.bidPoints, DECIMALS), toRate(quote.askPoints, DECIMALS)];
        return { sell, buy, ts: 0, state };
      },
    },
  });
  return { server: at({ markets }), browser };
}

function quoteOf(symbol: string, bidPoints: number, askPoints: number): Quote {
  return {
    symbol,
    bidPoints: points(bidPoints),
    askPoints: points(askPoints),
    sequence: 0,
    source: 'test',
    sourceAtMs: 0,
    receivedAtMs: 0,
  };
}

function toHeld(one: Drawn['holdings'][number], id: number): CorePosition {
  const { carryShare, ...rest } = one;
  const openPoints = points(one.openPoints);
  return {
    ...rest,
    id,
    accountId: 1,
    amountCents: cents(one.amountCents),
    openPoints,
    openedAtMs: 0,
    openQuote: quoteOf(one.symbol, openPoints, openPoints),
    stopPoints: one.stopPoints === null ? null : points(one.stopPoints),
    targetPoints: null,
    stopOutPoints: points(one.direction === 'buy' ? 1 : 9_000_000),
    isAutomatic: false,
    ...(carryShare === undefined ? {} : { carry: Math.round(carryShare * openPoints) }),
  };
}

function toWirePosition(held: CorePosition): Position {
  const { stopPoints, hasGuaranteedStop, carry } = held;
  return {
    ...position,
    id: held.id,
    symbol: held.symbol,
    direction: held.direction,
    amount: toEuros(held.amountCents),
    leverage: held.leverage,
    open_rate: toRate(held.openPoints, DECIMALS),
    stop_lost: stopPoints === null ? null : toRate(stopPoints, DECIMALS),
    termination_rate: toRate(held.stopOutPoints, DECIMALS),
    protected: hasGuaranteedStop ? 1 : 0,
    ...(carry === undefined ? {} : { carry }),
  };
}

function toWire(figures: ReturnType<typeof accountFigures>): BalanceFigures {
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
