import type { EngineOwner } from './engine-interface.ts';
import type { EngineTime } from './engine-time.ts';

const LOOK_INTERVAL_MS = 500;

/**
 * Calls `end` once the followed engine is not ready, at most half a second later. Returns a function
 * that ends the watch.
 */
export function watchFollowed(
  follows: Pick<EngineOwner, 'isReady'> | undefined,
  time: EngineTime,
  end: () => void,
): () => void {
  let cancel: () => void = () => undefined;
  const look = (): void => {
    if (follows?.isReady() === false) end();
    else cancel = time.after(LOOK_INTERVAL_MS, look);
  };
  if (follows !== undefined) look();
  return () => cancel();
}
