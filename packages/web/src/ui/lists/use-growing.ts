import { startTransition, useEffect, useState } from 'react';

const STEP = 20;
/** A frame, so that prices and keys get their turn between two steps. */
const PAUSE_MS = 16;

/**
 * How many of `count` rows are to be drawn: a screenful at once, and then more and more, until all
 * are there. Two hundred at once would hold up the screen for half a second.
 */
export function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(STEP);
  useEffect(() => {
    if (drawn >= count) return undefined;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [drawn, count]);
  return Math.min(drawn, count);
}
