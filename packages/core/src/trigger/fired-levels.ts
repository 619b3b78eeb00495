import { assertPresent } from '#assertion/assertion.ts';
import { closingPrice, type Points, type Quote } from '#instrument/instrument.ts';
import { nearestStop, type ClosingReason, type Position } from '#position/position.ts';

export type FiredLevel = { readonly position: Position; readonly reason: ClosingReason };

const UNREACHED = Number.POSITIVE_INFINITY;
const NONE_FIRED: readonly FiredLevel[] = [];

/**
 * Returns the positions of one symbol that close at this quote, by id, each with the reason of the
 * level that the price reaches first on its way from the previous quote. Without a previous quote
 * the way starts at the position's opening. Costs one to three comparisons per position.
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

// Sorting numbers that combine id and index is several times as fast as comparing positions, which
// matters for large gaps. Larger ids use the comparison.
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
  const { direction, targetPoints, stopOutPoints } = position;
  const stopPoints = nearestStop(position);
  if (direction === 'buy') {
    if (price <= stopOutPoints || (stopPoints !== null && price <= stopPoints)) return true;
    return targetPoints !== null && price >= targetPoints;
  }
  if (price >= stopOutPoints || (stopPoints !== null && price >= stopPoints)) return true;
  return targetPoints !== null && price <= targetPoints;
}

function firstReason(position: Position, quote: Quote, previous: Quote | undefined): ClosingReason {
  const { direction, targetPoints, stopOutPoints, openPoints } = position;
  const stopPoints = nearestStop(position);
  // Prices of a short are mirrored by this sign, so that a loss is always a fall.
  const sign = direction === 'buy' ? 1 : -1;
  const to = sign * closingPrice(direction, quote);
  const from = sign * (previous === undefined ? openPoints : closingPrice(direction, previous));

  // If two levels are equally near, the stop comes before the target.
  const stop = distanceOf(stopPoints, { sign, from, to });
  const target = distanceOf(targetPoints, { sign: 0 - sign, from: 0 - from, to: 0 - to });
  const stopOut = distanceOf(stopOutPoints, { sign, from, to });
  if (stop <= target && stop <= stopOut && stop < UNREACHED) return 'stop-loss';
  return target <= stopOut && target < UNREACHED ? 'take-profit' : 'low-margin';
}

/** Returns how far the price falls from `from` to a loss level that it reaches at `to`. */
function distanceOf(
  level: Points | null,
  { sign, from, to }: { readonly sign: number; readonly from: number; readonly to: number },
): number {
  if (level === null || to > sign * level) return UNREACHED;
  return Math.max(0, from - sign * level);
}
