import { cents, type Cents } from '#money/money.ts';

/**
 * What a journal line of a position is: the price result of a close, overnight financing, the GSLO
 * premium, or anything else, such as a dividend, a correction or negative balance protection.
 */
export const RESULT_PARTS = ['price', 'financing', 'premium', 'other'] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

export type ResultLine = {
  /** The UTC day, YYYY-MM-DD. */
  readonly day: string;
  readonly symbol: string;
  readonly part: ResultPart;
  /** The change of the customer's money; negative for a loss or a cost. */
  readonly amountCents: Cents;
};

export type ClosedTrade = {
  readonly day: string;
  readonly symbol: string;
  /** The price result, after the spread. */
  readonly profitCents: Cents;
  /** The cost of the fills compared with the middle of their quotes. */
  readonly spreadCents: Cents;
};

export type Results = {
  /** The sum of all lines. */
  readonly totalCents: Cents;
  /** The price result as it would be at the middle of the quotes. */
  readonly grossCents: Cents;
  /** The following are changes of the customer's money: a cost is negative. */
  readonly spreadCents: Cents;
  readonly financingCents: Cents;
  readonly premiumCents: Cents;
  readonly otherCents: Cents;
  readonly trades: number;
  readonly wins: number;
};

export type TradeFigures = {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly winsCents: Cents;
  /** The sum of the losses, negative. */
  readonly lossesCents: Cents;
  readonly largestWinCents: Cents;
  readonly largestLossCents: Cents;
};

export type Drawdown = {
  /** The largest fall of the cumulated result below an earlier peak; zero or positive. */
  readonly amountCents: Cents;
  /** The day of the peak, null for the start of the period, and that of the bottom. */
  readonly fromDay: string | null;
  readonly untilDay: string | null;
};

export type Performance = {
  readonly results: Results;
  readonly trades: TradeFigures;
  readonly drawdown: Drawdown;
  /** The days with any result, in order. */
  readonly days: readonly (Results & { readonly day: string })[];
  /** The symbols with any result, the best first. */
  readonly symbols: readonly (Results & { readonly symbol: string })[];
};

/** Summarises a period. The parts of each result sum to its total, and the days to the whole. */
export function summarise(
  lines: readonly ResultLine[],
  trades: readonly ClosedTrade[],
): Performance {
  const days = group(lines, trades, ({ day }) => day).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const symbols = group(lines, trades, ({ symbol }) => symbol).toSorted(
    ([name, one], [otherName, other]) => {
      if (one.totalCents !== other.totalCents) return other.totalCents - one.totalCents;
      return name < otherName ? -1 : 1;
    },
  );
  return {
    results: resultsOf(lines, trades),
    trades: figuresOf(trades),
    drawdown: drawdownOf(days),
    days: days.map(([day, results]) => ({ day, ...results })),
    symbols: symbols.map(([symbol, results]) => ({ symbol, ...results })),
  };
}

type Keyed = Pick<ResultLine, 'day' | 'symbol'>;

function group(
  lines: readonly ResultLine[],
  trades: readonly ClosedTrade[],
  keyOf: (one: Keyed) => string,
): readonly (readonly [string, Results])[] {
  const linesBy = Map.groupBy(lines, keyOf);
  const tradesBy = Map.groupBy(trades, keyOf);
  const keys = new Set([...linesBy.keys(), ...tradesBy.keys()]);
  return [...keys].map((key) => [key, resultsOf(linesBy.get(key) ?? [], tradesBy.get(key) ?? [])]);
}

function resultsOf(lines: readonly ResultLine[], trades: readonly ClosedTrade[]): Results {
  const sumOf = (part: ResultPart): Cents =>
    sum(lines.filter((line) => line.part === part).map((line) => line.amountCents));
  const spread = sum(trades.map(({ spreadCents }) => spreadCents));
  return {
    totalCents: sum(lines.map(({ amountCents }) => amountCents)),
    grossCents: cents(sumOf('price') + spread),
    spreadCents: cents(0 - spread),
    financingCents: sumOf('financing'),
    premiumCents: sumOf('premium'),
    otherCents: sumOf('other'),
    trades: trades.length,
    wins: trades.filter(({ profitCents }) => profitCents > 0).length,
  };
}

function figuresOf(trades: readonly ClosedTrade[]): TradeFigures {
  const profits = trades.map(({ profitCents }) => profitCents);
  const wins = profits.filter((profit) => profit > 0);
  const losses = profits.filter((profit) => profit < 0);
  return {
    count: trades.length,
    wins: wins.length,
    losses: losses.length,
    winsCents: sum(wins),
    lossesCents: sum(losses),
    largestWinCents: cents(wins.reduce((most, one) => Math.max(most, one), 0)),
    largestLossCents: cents(losses.reduce((most, one) => Math.min(most, one), 0)),
  };
}

/**
 * Returns the largest fall, measured at the end of each day; the first one if several are equal.
 */
function drawdownOf(days: readonly (readonly [string, Results])[]): Drawdown {
  let largest: Drawdown = { amountCents: cents(0), fromDay: null, untilDay: null };
  let total = 0;
  let peak: { readonly cents: number; readonly day: string | null } = { cents: 0, day: null };
  for (const [day, { totalCents }] of days) {
    total += totalCents;
    if (total >= peak.cents) peak = { cents: total, day };
    const fall = peak.cents - total;
    if (fall > largest.amountCents) {
      largest = { amountCents: cents(fall), fromDay: peak.day, untilDay: day };
    }
  }
  return largest;
}

function sum(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((total, one) => total + one, 0));
}
