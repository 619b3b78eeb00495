import { parseRate } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

type Unreadable = { readonly kind: 'invalid'; readonly text: string };
export type ReadLevel = { readonly kind: 'level'; readonly points: Points | null } | Unreadable;

/** Parses a sent stop loss or take profit; null, '' and absence mean none. */
export function readLevel(sent: number | string | null | undefined, decimals: number): ReadLevel {
  if (sent === null || sent === undefined || sent === '') return { kind: 'level', points: null };
  const points = parseRate(sent, decimals);
  if (points !== undefined) return { kind: 'level', points };
  return { kind: 'invalid', text: `must be a price with at most ${decimals} decimals` };
}

/** Parses the sent distance of a trailing stop: undefined when it was not sent, null for none. */
export function readTrail(
  sent: number | string | null | undefined,
  decimals: number,
): { readonly kind: 'trail'; readonly sent: { trailDistance?: Points | null } } | Unreadable {
  if (sent === undefined) return { kind: 'trail', sent: {} };
  const level = readLevel(sent, decimals);
  if (level.kind === 'invalid') return level;
  return { kind: 'trail', sent: { trailDistance: level.points } };
}
