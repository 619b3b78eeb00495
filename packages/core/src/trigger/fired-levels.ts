import { assertPresent } from '#assertion/assertion.ts';
import { closingPrice, type Points, type Quote } from '#instrument/instrument.ts';
import type { ClosingReason, Position } from '#position/position.ts';

export type FiredLevel = { readonly position: Position; readonly reason: ClosingReason };

const UNREACHED = Number.POSITIVE_INFINITY;
const NONE_FIRED: readonly FiredLevel[] = [];

/**
 * The positions of one symbol that close at this quote, in the order of their ids, each with
 * the reason of the level that lies first on the way from the previous quote. Without one the
 * way starts at the position's own opening. Costs a comparison or three per position.
 */
export function listFiredLevels(
  positions: Iterable<Position>,
  quote: Quote,
  previous: Quote | undefined,
): readonly FiredLevel[] {
  let fired: FiredLevel[] | undefined;
  for (const position of positions) {
    if (!isAnyReached(position, closingPrice(position.direction, quote))) continue;
    fired ??= [];
    fired.push({ position, reason: firstReason(position, quote, previous) });
  }
  return fired === undefined ? NONE_FIRED : inOrderOfIds(fired);
}

// Comparing the positions of a large gap takes several times as long as sorting numbers, each of
// which holds an id and its place in the list. Ids too large for that are compared.
function inOrderOfIds(fired: readonly FiredLevel[]): readonly FiredLevel[] {
  const { length } = fired;
  const keys = new Float64Array(length);
  for (const [place, { position }] of fired.entries()) keys[place] = position.id * length + place;
  keys.sort();
  if (!Number.isSafeInteger(keys.at(-1))) {
    return fired.toSorted((first, second) => first.position.id - second.position.id);
  }
  return Array.from(keys, (key) => assertPresent(fired[key % length], 'a place in the list'));
}

function isAnyReached(position: Position, price: number): boolean {
  const { direction, stopPoints, targetPoints, terminationPoints } = position;
  if (direction === 'buy') {
    if (price <= terminationPoints || (stopPoints !== null && price <= stopPoints)) return true;
    return targetPoints !== null && price >= targetPoints;
  }
  if (price >= terminationPoints || (stopPoints !== null && price >= stopPoints)) return true;
  return targetPoints !== null && price <= targetPoints;
}

function firstReason(position: Position, quote: Quote, previous: Quote | undefined): ClosingReason {
  const { direction, stopPoints, targetPoints, terminationPoints, openPoints } = position;
  // A short's levels are a long's in the mirror.
  const sign = direction === 'buy' ? 1 : -1;
  const to = sign * closingPrice(direction, quote);
  const from = sign * (previous === undefined ? openPoints : closingPrice(direction, previous));

  // Of levels which are equally near the stop comes first, then the target.
  const stop = distanceOf(stopPoints, { sign, from, to });
  const target = distanceOf(targetPoints, { sign: 0 - sign, from: 0 - from, to: 0 - to });
  const termination = distanceOf(terminationPoints, { sign, from, to });
  if (stop <= target && stop <= termination && stop < UNREACHED) return 'stop-loss';
  return target <= termination && target < UNREACHED ? 'take-profit' : 'low-margin';
}

/** How far price has to fall from `from` to a loss level that it reaches at `to`. */
function distanceOf(
  level: Points | null,
  { sign, from, to }: { readonly sign: number; readonly from: number; readonly to: number },
): number {
  if (level === null || to > sign * level) return UNREACHED;
  return Math.max(0, from - sign * level);
}
