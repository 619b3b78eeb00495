// Work that the server asks of strangers while too many try at once: a number that is long to find
// and quick to check. Nothing of it is loaded until it is asked for.
import { createSubject, type Observable } from './observable.ts';

/** A challenge is void after two minutes. */
const SEARCH_MAX_MS = 110_000;

export type WorkTask = { readonly seed: string; readonly bits: number };

const state = createSubject(false);
let running = 0;

/** Whether this browser is at work, so that a form can say why it takes so long. */
export const browserCheck: Observable<boolean> = state;

/** The number that solves the task; undefined when it is not found in time or called off. */
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
