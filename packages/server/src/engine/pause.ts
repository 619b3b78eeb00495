import type { EngineTime } from './engine-time.ts';

/** The wait between two attempts, which others can end. */
export class Pause {
  readonly #time: Pick<EngineTime, 'after'>;
  readonly #signal: AbortSignal;
  #isEnded = false;
  #endCurrent: () => void = () => undefined;

  /** `signal` ends every wait, also those that begin later. */
  constructor(time: Pick<EngineTime, 'after'>, signal: AbortSignal) {
    this.#time = time;
    this.#signal = signal;
  }

  /** Waits that long; not at all if `end` was called since the last wait. */
  async begin(durationMs: number): Promise<void> {
    if (!this.#isEnded && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = (): void => {
          cancel();
          this.#signal.removeEventListener('abort', end);
          resolve();
        };
        const cancel = this.#time.after(durationMs, end);
        this.#signal.addEventListener('abort', end);
        this.#endCurrent = end;
      });
    }
    this.#isEnded = false;
  }

  /** Ends the current wait, or else the next one. */
  end(): void {
    this.#isEnded = true;
    this.#endCurrent();
  }
}
