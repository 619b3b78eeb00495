import type { LiveQuote } from '@halyard/contract/market';

/**
 * Returns whether a symbol may have been split between two displayed quotes: the adjusted quote has
 * the same time, and a page that missed it sees the halt end.
 */
export function isMaybeSplit(before: LiveQuote, now: LiveQuote): boolean {
  const isMoved = now.sell !== before.sell || now.buy !== before.buy;
  const hasHaltEnded = before.state === 'halted' && now.state !== 'halted';
  return hasHaltEnded || (isMoved && now.ts <= before.ts);
}
