// Periodic background work: repeated, and soon after a wake-up. The next round retries after an
// outage; a bug is reported each time.
import type { Log } from '#platform/log/log.ts';
import { Outage } from '#platform/outage/outage.ts';

export { runInSlots } from './run-in-slots.ts';

export type PeriodicTaskOptions = {
  /** The task's name for the log, such as 'overnight financing'. */
  readonly name: string;
  readonly intervalMs: number;
  /** Runs one round; checks the signal between its steps. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, 'warn' | 'error'>;
};

export class PeriodicTask {
  readonly #options: PeriodicTaskOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isDue = false;
  #outage: Outage | undefined;

  constructor(options: PeriodicTaskOptions) {
    this.#options = options;
  }

  /**
   * Starts the task. Resolves after the first round and throws its Outage; the rounds continue
   * anyway, and it can be started again.
   */
  async start(): Promise<void> {
    this.#isDue = true;
    await this.#go();
    if (this.#outage !== undefined) throw this.#outage;
  }

  /** Runs a round now, or right after the current one. No effect before `start`. */
  wake(): void {
    this.#isDue = true;
    if (this.#timer !== undefined) void this.#go();
  }

  /** Ends the task after the current step. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #go(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running ??= this.#runWhileDue().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runWhileDue(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#isDue && !signal.aborted) {
      this.#isDue = false;
      await this.#round(signal);
    }
    if (signal.aborted) return;
    this.#timer = setTimeout(() => this.wake(), this.#options.intervalMs);
    this.#timer.unref();
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { name, run, log } = this.#options;
    try {
      await run(signal);
      this.#outage = undefined;
    } catch (error) {
      if (!(error instanceof Outage)) log.error({ err: error }, `${name} failed`);
      else if (this.#outage === undefined) log.warn({ err: error }, `${name} waits`);
      this.#outage = error instanceof Outage ? error : undefined;
    }
  }
}
