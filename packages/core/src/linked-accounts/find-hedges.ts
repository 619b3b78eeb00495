import type { Direction } from '#instrument/instrument.ts';
import type { Cents } from '#money/money.ts';
import type { PositionId } from '#position/position.ts';
import { MINUTE_MS } from '#time/time.ts';
import { firstDifference } from './first-difference.ts';

/** Positions that open further apart than this are not a hedge. */
export const HEDGE_WINDOW_MS = 5 * MINUTE_MS;
/** A hedge covers at least this share of the larger exposure, in thousandths. */
const MATCH_MIN_PERMILLE = 250;
const PERMILLE = 1_000;

/** The data of a position that decide whether another account hedges it. */
export type TradedPosition = {
  readonly id: PositionId;
  readonly symbol: string;
  readonly direction: Direction;
  /** The position's notional: margin × leverage. */
  readonly exposureCents: Cents;
  readonly openedAtMs: number;
  /** When the position closed; null while it is open. */
  readonly closedAtMs: number | null;
};

/** Two opposite positions on one symbol, one per account, that were open at the same time. */
export type Hedge = {
  readonly symbol: string;
  /** The hedging position of the first account. */
  readonly first: TradedPosition;
  readonly second: TradedPosition;
  /** The time between the two openings. */
  readonly gapMs: number;
  /** The smaller exposure ÷ the larger one, in thousandths, rounded down. */
  readonly matchPermille: number;
};

/**
 * Returns the hedges between two accounts, the closest in time first. A position belongs to at most
 * one hedge: the closest in time, then the best match of exposures, then the lowest ids.
 */
export function findHedges(
  firsts: readonly TradedPosition[],
  seconds: readonly TradedPosition[],
): readonly Hedge[] {
  const used = new Set<PositionId>();
  return listCandidates(firsts, seconds)
    .toSorted(compare)
    .filter(({ first, second }) => {
      if (used.has(first.id) || used.has(second.id)) return false;
      used.add(first.id).add(second.id);
      return true;
    });
}

function listCandidates(
  firsts: readonly TradedPosition[],
  seconds: readonly TradedPosition[],
): readonly Hedge[] {
  const others = Map.groupBy(seconds, ({ symbol }) => symbol);
  return firsts.flatMap((first) =>
    (others.get(first.symbol) ?? []).flatMap((second) => {
      const hedge = hedgeOf(first, second);
      return hedge === undefined ? [] : [hedge];
    }),
  );
}

function hedgeOf(first: TradedPosition, second: TradedPosition): Hedge | undefined {
  if (first.direction === second.direction) return undefined;
  const gapMs = Math.abs(first.openedAtMs - second.openedAtMs);
  if (gapMs > HEDGE_WINDOW_MS || !areOpenTogether(first, second)) return undefined;
  const smaller = Math.min(first.exposureCents, second.exposureCents);
  const larger = Math.max(first.exposureCents, second.exposureCents);
  const matchPermille = Math.floor((smaller / larger) * PERMILLE);
  if (matchPermille < MATCH_MIN_PERMILLE) return undefined;
  return { symbol: first.symbol, first, second, gapMs, matchPermille };
}

function areOpenTogether(first: TradedPosition, second: TradedPosition): boolean {
  const fromMs = Math.max(first.openedAtMs, second.openedAtMs);
  const untilMs = Math.min(first.closedAtMs ?? Infinity, second.closedAtMs ?? Infinity);
  return fromMs < untilMs;
}

/** A total order of hedges that does not depend on which account comes first. */
function compare(one: Hedge, other: Hedge): number {
  return firstDifference(
    one.gapMs - other.gapMs,
    other.matchPermille - one.matchPermille,
    lowerId(one) - lowerId(other),
    higherId(one) - higherId(other),
  );
}

function lowerId({ first, second }: Hedge): number {
  return Math.min(first.id, second.id);
}

function higherId({ first, second }: Hedge): number {
  return Math.max(first.id, second.id);
}
