import type { LiveQuote } from '@halyard/contract/market';

/**
 * Whether a symbol may have been split between two quotes on the screen: what a split leaves of a quote
 * is no newer than it was, and a page that missed that sees its halt end.
 */
export function isMaybeSplit(before: LiveQuote, now: LiveQuote): boolean {
  const isMoved = now.sell !== before.sell || now.buy !== before.buy;
  const hasHaltEnded = before.state === 'halted' && now.state !== 'halted';
  return hasHaltEnded || (isMoved && now.ts <= before.ts);
}
