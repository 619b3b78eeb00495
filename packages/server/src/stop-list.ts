// The started parts, which are stopped in reverse order. One that fails to stop does not prevent
// the others from stopping.
import type { Log } from '#platform/log/log.ts';

type Stop = { readonly part: string; readonly run: () => void | Promise<void> };

export class StopList {
  readonly #log: Log;
  readonly #stops: Stop[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  add(part: string, run: () => void | Promise<void>): void {
    this.#stops.push({ part, run });
  }

  /** Stops the parts. A second call returns the same promise. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const { part, run } of this.#stops.toReversed()) {
      try {
        await run();
      } catch (error) {
        this.#log.error({ err: error, part }, 'a part did not stop cleanly');
      }
    }
  }
}
