// Collects the broker's exposure account by account: by symbol and side, the largest positions, the
// accounts nearest to their close-out, and the result of closing everything.
import { DEALING_ROWS_MAX } from '@halyard/contract/backoffice/dealing';
import type { getDealing } from '@halyard/contract/backoffice/dealing';
import type { ReplyOf } from '@halyard/contract/route';
import { accountFigures } from '@halyard/core/engine';
import type { Account, EngineRules, SymbolMarket } from '@halyard/core/engine';
import type { Instrument } from '@halyard/core/instrument';
import { cents, toEuros } from '@halyard/core/money';
import { profitAt } from '@halyard/core/position';
import type { Position } from '@halyard/core/position';

export type Dealing = ReplyOf<typeof getDealing>;
type Largest = Dealing['largest'][number];
type Near = Dealing['near_close_out'][number];

/** Sums of positions; amounts are in cents. */
type Tally = { positions: number; amount: number; volume: number; profit: number };
type Sides = { readonly buy: Tally; readonly sell: Tally };

export type SurveyState = {
  readonly rules: EngineRules;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly markets: Map<string, SymbolMarket>;
};

export type Survey = {
  visit(account: Readonly<Account>): void;
  result(atMs: number): Dealing;
};

export function createSurvey(state: SurveyState): Survey {
  const bySymbol = new Map<string, Sides>();
  const largest: Largest[] = [];
  const near: Near[] = [];
  let accounts = 0;
  return {
    visit(account) {
      accounts += 1;
      for (const position of account.positions.values()) {
        const quote = state.markets.get(position.symbol)?.quote ?? position.openQuote;
        const profit = profitAt(position, quote);
        const volume = position.amountCents * position.leverage;
        const sides = bySymbol.get(position.symbol) ?? { buy: newTally(), sell: newTally() };
        bySymbol.set(position.symbol, sides);
        add(sides[position.direction], {
          positions: 1,
          amount: position.amountCents,
          volume,
          profit,
        });
        const row = toLargest(position, { volume, profit });
        keep(largest, row, (one, other) => other.volume - one.volume);
      }
      const row = toNear(state, account);
      if (row !== undefined) keep(near, row, (one, other) => one.margin_level - other.margin_level);
    },
    result: (atMs) => {
      const all = newTally();
      for (const { buy, sell } of bySymbol.values()) [buy, sell].forEach((side) => add(all, side));
      return {
        at: new Date(atMs).toISOString(),
        exposure: [...bySymbol]
          .map(([symbol, { buy, sell }]) => ({
            symbol,
            buy: toSide(buy),
            sell: toSide(sell),
            net_volume: toEuros(cents(buy.volume - sell.volume)),
          }))
          .toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
        largest: [...largest],
        near_close_out: [...near],
        house: {
          open_result: toEuros(cents(0 - all.profit)),
          positions: all.positions,
          accounts,
        },
      };
    },
  };
}

function newTally(): Tally {
  return { positions: 0, amount: 0, volume: 0, profit: 0 };
}

function add(tally: Tally, more: Readonly<Tally>): void {
  tally.positions += more.positions;
  tally.amount += more.amount;
  tally.volume += more.volume;
  tally.profit += more.profit;
}

function toSide({ positions, amount, volume, profit }: Tally) {
  return {
    positions,
    amount: toEuros(cents(amount)),
    volume: toEuros(cents(volume)),
    profit: toEuros(cents(profit)),
  };
}

function toLargest(
  { id, accountId, symbol, direction, amountCents, leverage }: Position,
  { volume, profit }: { readonly volume: number; readonly profit: number },
): Largest {
  return {
    id,
    customer_id: accountId,
    symbol,
    direction,
    amount: toEuros(amountCents),
    leverage,
    volume: toEuros(cents(volume)),
    profit: toEuros(cents(profit)),
  };
}

function toNear(state: SurveyState, account: Readonly<Account>): Near | undefined {
  const { marginLevelPercent, equityCents, usedMarginCents } = accountFigures(state, account);
  if (marginLevelPercent === null) return undefined;
  return {
    customer_id: account.id,
    margin_level: marginLevelPercent,
    equity: toEuros(equityCents),
    invested: toEuros(usedMarginCents),
  };
}

/** Adds a row to a sorted list that keeps the first DEALING_ROWS_MAX. */
function keep<Row>(rows: Row[], row: Row, compare: (one: Row, other: Row) => number): void {
  const last = rows.at(-1);
  if (rows.length === DEALING_ROWS_MAX && last !== undefined && compare(row, last) >= 0) return;
  const at = rows.findIndex((one) => compare(row, one) < 0);
  rows.splice(at === -1 ? rows.length : at, 0, row);
  if (rows.length > DEALING_ROWS_MAX) rows.pop();
}
