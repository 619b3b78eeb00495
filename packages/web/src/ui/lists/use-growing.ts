import { startTransition, useEffect, useState } from 'react';

const STEP = 20;
/** The pause between two steps: one frame, so that prices and keys are handled in between. */
const PAUSE_MS = 16;

/**
 * Returns how many of `count` rows to render: a screenful first, then more, until all are rendered.
 * Rendering two hundred rows at once would block the screen for half a second.
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
