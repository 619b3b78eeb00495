// Proof of work that the server requires from strangers during a surge. Its code is loaded only
// when needed.
import { createSubject, type Observable } from './observable.ts';

/** How long to search for a solution: less than the two minutes for which a challenge is valid. */
const SEARCH_MAX_MS = 110_000;

export type WorkTask = { readonly seed: string; readonly bits: number };

const state = createSubject(false);
let running = 0;

/** Whether this browser is computing, so that a form can explain the delay. */
export const browserCheck: Observable<boolean> = state;

/** Returns the solving number; undefined if it is not found in time or was cancelled. */
export async function solveWork(
  task: WorkTask,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  note(1);
  const worker = new Worker(new URL('./search-work.worker.ts', import.meta.url), {
    type: 'module',
  });
  const timeout = AbortSignal.timeout(SEARCH_MAX_MS);
  const stop = AbortSignal.any(signal === undefined ? [timeout] : [signal, timeout]);
  try {
    return await new Promise<number | undefined>((resolve) => {
      stop.addEventListener('abort', () => resolve(undefined));
      if (stop.aborted) resolve(undefined);
      worker.addEventListener('error', () => resolve(undefined));
      worker.addEventListener('message', ({ data }: MessageEvent<number>) => resolve(data));
      worker.postMessage(task);
    });
  } finally {
    worker.terminate();
    note(-1);
  }
}

function note(change: 1 | -1): void {
  running += change;
  state.set(running > 0);
}
