import type { LiveQuote } from '@halyard/contract/market';

/**
 * Returns whether a symbol may have been split between two displayed quotes. An adjusted quote
 * keeps the time of the original one; a page that missed the adjusted quote sees only the end of
 * the halt.
 */
export function isMaybeSplit(before: LiveQuote, now: LiveQuote): boolean {
  const isMoved = now.sell !== before.sell || now.buy !== before.buy;
  const hasHaltEnded = before.state === 'halted' && now.state !== 'halted';
  return hasHaltEnded || (isMoved && now.ts <= before.ts);
}
