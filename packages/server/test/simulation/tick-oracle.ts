// What a tick must bring about, by looking at every position: which close, why, at which price and
// with which profit, and what the house adds.
import type { EngineRules, Night, SymbolMarket } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';

import type { SqlRow } from './array-cells.ts';
import {
  asPosition,
  fillPoints,
  isUnder,
  nightCents,
  profitAt,
  reachedLevel,
  worthAt,
} from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';

export type Holding = {
  readonly account: SqlRow;
  readonly positions: ReadonlyMap<number, SqlRow>;
  /** What is set aside, by withdrawal, the oldest first. */
  readonly holds: ReadonlyMap<string, number>;
};

export type MarketView = {
  readonly rules: EngineRules;
  readonly nights: readonly Night[];
  readonly staleAfterMs: (symbol: string) => number;
  readonly marketOf: (symbol: string) => Pick<SymbolMarket, 'quote' | 'state'>;
};

export type Tick = { readonly quote: Quote; readonly atMs: number };

/**
 * By account, each close as a line of text, then what nights cost, withdrawals that are cancelled and
 * what protection pays, or what an account owes that shares its protection.
 */
export type Expected = ReadonlyMap<number, readonly string[]>;

export function closeLine(close: {
  readonly id: number;
  readonly reason: string;
  readonly points: number;
  readonly profit: number;
}): string {
  return `${close.id} ${close.reason} at ${close.points} for ${close.profit}`;
}

export function nightsLine(amountCents: number): string {
  return `nights of ${amountCents}`;
}

export function cancellationLine(reference: string): string {
  return `${reference} cancelled`;
}

export function protectionLine(amountCents: number): string {
  return `protection of ${amountCents}`;
}

export function shortfallLine(amountCents: number): string {
  return `shortfall of ${amountCents}`;
}

export function isLiveAt(view: MarketView, symbol: string, atMs: number): boolean {
  const { quote, state } = view.marketOf(symbol);
  return (
    state === 'live' &&
    quote !== undefined &&
    atMs - quote.receivedAtMs <= view.staleAfterMs(symbol)
  );
}

/** The view has the tick's quote already; `previous` is the symbol's quote before. */
export function expectTick(
  view: MarketView,
  tick: Tick & { readonly previous: Quote },
  holdings: Iterable<Holding>,
): Expected {
  const expected = new Map<number, readonly string[]>();
  if (!isLiveAt(view, tick.quote.symbol, tick.atMs)) return expected;
  for (const holding of holdings) {
    const lines = expectOne(view, tick, holding);
    if (lines.length > 0) expected.set(Number(holding.account.id), lines);
  }
  return expected;
}

function expectOne(
  view: MarketView,
  tick: Tick & { readonly previous: Quote },
  { account, positions, holds }: Holding,
): readonly string[] {
  const { quote, atMs, previous } = tick;
  if (!isOn(positions, quote.symbol)) return [];
  const open = new Map([...positions.values()].map((row) => [Number(row.id), asPosition(row)]));
  const touched = [...open.values()].filter(({ symbol }) => symbol === quote.symbol);

  const lines: string[] = [];
  const { regime, marginCloseOutPercent: level } = view.rules;
  const purse = {
    cash: Number(account.cash_cents),
    credit: Number(account.credit_cents),
    held: [...holds.values()].reduce((sum, one) => sum + one, 0),
  };
  const balanceOf = (): number =>
    regime === 'international' ? purse.cash + purse.credit : purse.cash;
  const move = (amount: number): void => {
    const isCreditUsed = regime === 'international' && amount < 0;
    const short = isCreditUsed ? 0 - amount - Math.max(0, purse.cash + purse.held) : 0;
    const fromCredit = Math.max(0, Math.min(short, Math.max(0, purse.credit)));
    purse.credit -= fromCredit;
    purse.cash += amount + fromCredit;
  };
  const due = listDue(view, account, atMs);
  let nights = 0;
  const close = (position: Stored, reason: string, at: Quote): void => {
    const points = fillPoints(position, at);
    const profit = profitAt(position, points);
    const openedAtMs = Number(positions.get(position.id)?.opened_at_ms);
    for (const night of due) {
      if (openedAtMs >= night.cutOffAtMs) continue;
      const cost = nightCents(position, view.rules);
      nights += cost;
      move(0 - cost);
    }
    move(profit);
    open.delete(position.id);
    lines.push(closeLine({ id: position.id, reason, points, profit }));
  };

  for (const position of touched.toSorted((a, b) => a.id - b.id)) {
    const reason = reachedLevel(position, quote, previous);
    if (reason !== undefined) close(position, reason, quote);
  }
  while (open.size > 0 && isUnder(...sumsOf(view, open, balanceOf()), level)) {
    const worst = findWorst(view, open, atMs);
    if (worst === undefined) break;
    close(worst.position, 'low-margin', worst.quote);
  }
  if (lines.length === 0) return lines;
  if (nights !== 0) lines.push(nightsLine(nights));
  if (open.size > 0) return lines;
  for (const [reference, amount] of [...holds].toReversed()) {
    if (purse.cash >= 0) break;
    purse.cash += amount;
    lines.push(cancellationLine(reference));
  }
  const hasGuaranteedStop = account.client_category === 'retail';
  const lineOf = account.shares_protection === true ? shortfallLine : protectionLine;
  if (hasGuaranteedStop && balanceOf() < 0) lines.push(lineOf(0 - balanceOf()));
  return lines;
}

/** None where more have begun than are charged at once. */
function listDue({ nights, rules }: MarketView, account: SqlRow, atMs: number): readonly Night[] {
  const financed = account.financed_day as string | null;
  const begun = nights.filter(({ cutOffAtMs }) => cutOffAtMs <= atMs);
  const isDoubted = begun.length > (rules.financingNightsMax ?? begun.length);
  return isDoubted ? [] : begun.filter(({ day }) => financed === null || day > financed);
}

function isOn(positions: Holding['positions'], symbol: string): boolean {
  for (const row of positions.values()) if (row.symbol === symbol) return true;
  return false;
}

/** Equity and what is invested. */
function sumsOf(
  view: MarketView,
  open: ReadonlyMap<number, Stored>,
  balance: number,
): [equity: number, invested: number] {
  let [equity, invested] = [balance, 0];
  for (const position of open.values()) {
    equity += worthAt(position, getQuote(view, position.symbol));
    invested += position.amount_cents;
  }
  return [equity, invested];
}

function findWorst(
  view: MarketView,
  open: ReadonlyMap<number, Stored>,
  atMs: number,
): { readonly position: Stored; readonly quote: Quote } | undefined {
  return [...open.values()]
    .filter(({ symbol }) => isLiveAt(view, symbol, atMs))
    .map((position) => ({ position, quote: getQuote(view, position.symbol) }))
    .toSorted(
      (a, b) =>
        worthAt(a.position, a.quote) -
        worthAt(b.position, b.quote) +
        // Profits differ by whole cents: this decides between equal ones only.
        Math.sign(a.position.id - b.position.id) / 2,
    )[0];
}

function getQuote(view: MarketView, symbol: string): Quote {
  const { quote } = view.marketOf(symbol);
  if (quote === undefined) throw new Error(`A position is open on ${symbol}, which has no quote.`);
  return quote;
}
