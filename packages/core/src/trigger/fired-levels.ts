import { closingPrice, type Quote } from '#instrument/instrument.ts';
import type { ClosingReason, Position } from '#position/position.ts';

export type FiredLevel = { readonly position: Position; readonly reason: ClosingReason };

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
  return fired?.toSorted((first, second) => first.position.id - second.position.id) ?? NONE_FIRED;
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

  // In the order that decides between levels which are equally near.
  const levels = [
    { reason: 'stop-loss', level: stopPoints, isLoss: true },
    { reason: 'take-profit', level: targetPoints, isLoss: false },
    { reason: 'low-margin', level: terminationPoints, isLoss: true },
  ] as const;

  let first: ClosingReason = 'low-margin';
  let nearest = Number.POSITIVE_INFINITY;
  for (const { reason, level, isLoss } of levels) {
    if (level === null) continue;
    // How far price has to fall to a loss level, or to rise to a target.
    const sense = isLoss ? 1 : -1;
    const isReached = sense * to <= sense * sign * level;
    const distance = Math.max(0, sense * (from - sign * level));
    if (isReached && distance < nearest) {
      first = reason;
      nearest = distance;
    }
  }
  return first;
}
