import type { Log } from '#platform/log/log.ts';

/** Calls each listener. The error of one is logged, and the others are still called. */
export function tellListeners<What>(
  log: Pick<Log, 'error'>,
  listeners: Iterable<(what: What) => void>,
  what: What,
): void {
  for (const listener of listeners) {
    try {
      listener(what);
    } catch (error) {
      log.error({ err: error }, 'a listener to the engine failed');
    }
  }
}
