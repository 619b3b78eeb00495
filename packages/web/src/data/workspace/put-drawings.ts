import {
  type Drawing,
  type Drawings,
  DRAWINGS_MAX,
  SYMBOL_DRAWINGS_MAX,
} from '@halyard/contract/workspace';

/**
 * Returns all drawings with those of one symbol replaced. Beyond the limits, the symbol's oldest
 * drawings are dropped, then the symbols that were drawn on the longest ago.
 */
export function putDrawings(all: Drawings, symbol: string, drawings: readonly Drawing[]): Drawings {
  const others = all.filter((each) => each.symbol !== symbol);
  const kept = drawings.slice(-SYMBOL_DRAWINGS_MAX);
  const next = kept.length === 0 ? others : [...others, { symbol, drawings: kept }];
  let total = next.reduce((sum, each) => sum + each.drawings.length, 0);
  return next.filter((each) => {
    const isKept = total <= DRAWINGS_MAX;
    if (!isKept) total -= each.drawings.length;
    return isKept;
  });
}
