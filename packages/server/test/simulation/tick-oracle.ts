// What a tick must bring about, by looking at every position: which close, why, at which price and
// with which profit, and what the house adds.
import type { EngineRules, SymbolMarket } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';

import type { SqlRow } from './commit-rows.ts';
import {
  asPosition,
  fillPoints,
  isUnder,
  profitAt,
  reachedLevel,
  worthAt,
} from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';

export type Holding = {
  readonly account: SqlRow;
  readonly positions: ReadonlyMap<number, SqlRow>;
};

export type MarketView = {
  readonly rules: EngineRules;
  readonly staleAfterMs: (symbol: string) => number;
  readonly marketOf: (symbol: string) => Pick<SymbolMarket, 'quote' | 'state'>;
};

export type Tick = { readonly quote: Quote; readonly atMs: number };

/** By account, each close as a line of text, then what protection pays. */
export type Expected = ReadonlyMap<number, readonly string[]>;

export function closeLine(close: {
  readonly id: number;
  readonly reason: string;
  readonly points: number;
  readonly profit: number;
}): string {
  return `${close.id} ${close.reason} at ${close.points} for ${close.profit}`;
}

export function protectionLine(amountCents: number): string {
  return `protection of ${amountCents}`;
}

function isLiveAt(view: MarketView, symbol: string, atMs: number): boolean {
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
  { account, positions }: Holding,
): readonly string[] {
  const { quote, atMs, previous } = tick;
  if (!isOn(positions, quote.symbol)) return [];
  const open = new Map([...positions.values()].map((row) => [Number(row.id), asPosition(row)]));
  const touched = [...open.values()].filter(({ symbol }) => symbol === quote.symbol);

  const lines: string[] = [];
  let balance = Number(account.cash_cents);
  const { regime, marginCloseOutPercent: level } = view.rules;
  if (regime === 'international') balance += Number(account.credit_cents);
  const close = (position: Stored, reason: string, at: Quote): void => {
    const points = fillPoints(position, at);
    const profit = profitAt(position, points);
    balance += profit;
    open.delete(position.id);
    lines.push(closeLine({ id: position.id, reason, points, profit }));
  };

  for (const position of touched.toSorted((a, b) => a.id - b.id)) {
    const reason = reachedLevel(position, quote, previous);
    if (reason !== undefined) close(position, reason, quote);
  }
  while (open.size > 0 && isUnder(...sumsOf(view, open, balance), level)) {
    const worst = findWorst(view, open, atMs);
    if (worst === undefined) break;
    close(worst.position, 'low-margin', worst.quote);
  }
  const isCovered = account.client_category === 'retail' && lines.length > 0 && open.size === 0;
  if (isCovered && balance < 0) lines.push(protectionLine(0 - balance));
  return lines;
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
