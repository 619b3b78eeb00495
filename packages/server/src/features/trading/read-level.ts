import { parseRate } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

export type ReadLevel =
  | { readonly kind: 'level'; readonly points: Points | null }
  | { readonly kind: 'invalid'; readonly text: string };

/** A stop loss or take profit as it was sent; null, '' and absence are none. */
export function readLevel(sent: number | string | null | undefined, decimals: number): ReadLevel {
  if (sent === null || sent === undefined || sent === '') return { kind: 'level', points: null };
  const points = parseRate(sent, decimals);
  if (points !== undefined) return { kind: 'level', points };
  return { kind: 'invalid', text: `must be a price with at most ${decimals} decimals` };
}

/** Whether a level was sent: null, '' and absence are none. */
export function isSent(sent: number | string | null | undefined): boolean {
  return sent !== null && sent !== undefined && sent !== '';
}
