// The server's warning levels, which it mails once; the screen shows the warning while it applies.
import type { Position } from '@halyard/contract/trading';

const LOW_PERCENT = 100;
const GRAVE_PERCENT = 75;

export function marginAlarm(level: number | null | undefined): 'low' | 'grave' | undefined {
  if (level === null || level === undefined || level >= LOW_PERCENT) return undefined;
  return level < GRAVE_PERCENT ? 'grave' : 'low';
}

type Held = Pick<Position, 'id' | 'symbol' | 'profit'>;

/**
 * Returns the position that a margin close-out would close first: the worst profit, then the lowest
 * id.
 */
export function findWorst(positions: readonly Held[]): Held | undefined {
  return positions.toSorted(compareWorst)[0];
}

function compareWorst(a: Held, b: Held): number {
  const worse = (a.profit ?? 0) - (b.profit ?? 0);
  return worse === 0 ? a.id - b.id : worse;
}
