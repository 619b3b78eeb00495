import type { Position } from '@halyard/contract/trading';

/** Merges positions without duplicates, the latest closed first, as the server orders them. */
export function mergeHistory(
  one: readonly Position[],
  other: readonly Position[],
): readonly Position[] {
  const all = new Map([...other, ...one].map((position) => [position.id, position]));
  return [...all.values()].toSorted(compareClosing);
}

/**
 * Returns whether positions may be missing between the latest ones and those in the list: the
 * latest fill a page, and the list contains none of them.
 */
export function hasGap(
  recent: readonly Position[],
  kept: readonly Position[],
  pageSize: number,
): boolean {
  const ids = new Set(kept.map(({ id }) => id));
  return kept.length > 0 && recent.length >= pageSize && !recent.some(({ id }) => ids.has(id));
}

function compareClosing(a: Position, b: Position): number {
  const laterMs = closedAtMs(b) - closedAtMs(a);
  return laterMs === 0 ? b.id - a.id : laterMs;
}

function closedAtMs({ close_date: closedAt }: Position): number {
  return closedAt === null ? 0 : Date.parse(closedAt);
}
