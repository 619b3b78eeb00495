// Mark-out: how far the price moves in the customer's favour shortly after a fill. A customer whose
// fills regularly precede the price knows it earlier than the broker, for example from a faster feed.
import type { Direction } from '#instrument/instrument.ts';
import { cents, multiplyDivideHalfEven, type Cents } from '#money/money.ts';

/** How long after a fill the price is read. */
export const MARK_OUT_MS = [1_000, 10_000, 60_000] as const;
/** The horizon that ranks: long enough for a slow feed to follow, and too short for a trend. */
const RANKED_AT = MARK_OUT_MS.indexOf(10_000);

const MILLION = 1_000_000;

export type LoggedQuote = {
  readonly receivedAtMs: number;
  readonly bidPoints: number;
  readonly askPoints: number;
};

export type MarkedFill = {
  readonly customerId: number;
  readonly symbol: string;
  /** What the customer did: a sell position is closed by a buy. */
  readonly side: Direction;
  readonly notionalCents: number;
  readonly filledAtMs: number;
  /** The quote of the fill and those after it, in the order of their receipt. */
  readonly quotes: readonly LoggedQuote[];
};

/** One value for each horizon. */
type AtHorizons = readonly number[];

export type MarkOut = {
  /** The move in the customer's favour, in millionths of the middle price at the fill. */
  readonly moves: AtHorizons;
  /** The same on the notional, in cents. */
  readonly gains: AtHorizons;
};

/**
 * Returns the mark-out of a fill: side × (middle after the horizon − middle at the fill) ÷ middle at
 * the fill, and this × notional; both rounded half to even. The price after a horizon is the last
 * quote received until then. Undefined if the quote of the fill was not logged.
 */
export function markOut(fill: MarkedFill): MarkOut | undefined {
  const [first] = fill.quotes;
  if (first === undefined) return undefined;
  const sign = fill.side === 'buy' ? 1 : -1;
  // The middle can lie between two points, so prices are doubled; the factor cancels out.
  const start = first.bidPoints + first.askPoints;
  const changes = MARK_OUT_MS.map((horizonMs) => {
    const last = fill.quotes.findLast(
      ({ receivedAtMs }) => receivedAtMs <= fill.filledAtMs + horizonMs,
    );
    const { bidPoints, askPoints } = last ?? first;
    return sign * (bidPoints + askPoints - start);
  });
  return {
    moves: changes.map((change) => multiplyDivideHalfEven(MILLION, change, start)),
    gains: changes.map((change) => multiplyDivideHalfEven(fill.notionalCents, change, start)),
  };
}

export type MarkOutRow = {
  readonly customerId: number;
  readonly symbol: string;
  readonly fills: number;
  /** The mean of the fills, rounded half to even. */
  readonly moves: AtHorizons;
  /** The sum of the fills. */
  readonly gains: readonly Cents[];
};

/**
 * Returns the mark-outs by customer and symbol, the largest gain of a customer after 10 seconds first.
 * Fills without a logged quote are left out.
 */
export function rankMarkOuts(fills: readonly MarkedFill[]): readonly MarkOutRow[] {
  const groups = new Map<string, { readonly fill: MarkedFill; readonly marks: MarkOut[] }>();
  for (const fill of fills) {
    const mark = markOut(fill);
    if (mark === undefined) continue;
    const key = `${fill.customerId} ${fill.symbol}`;
    const group = groups.get(key) ?? { fill, marks: [] };
    group.marks.push(mark);
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ fill: { customerId, symbol }, marks }) => ({
    customerId,
    symbol,
    fills: marks.length,
    moves: sumsOf(marks.map(({ moves }) => moves)).map((sum) =>
      multiplyDivideHalfEven(sum, 1, marks.length),
    ),
    gains: sumsOf(marks.map(({ gains }) => gains)).map(cents),
  }));
  return rows.toSorted((one, other) => rankOf(other) - rankOf(one));
}

function rankOf({ gains }: MarkOutRow): number {
  return gains[RANKED_AT] ?? 0;
}

function sumsOf(values: readonly AtHorizons[]): AtHorizons {
  return MARK_OUT_MS.map((_, at) => values.reduce((sum, each) => sum + (each[at] ?? 0), 0));
}
