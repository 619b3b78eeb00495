// A program of its own: it can die, and it can be stopped for a while and go on.
import type { EngineTime } from '#engine/engine-time.ts';
import type { VirtualTime } from './virtual-time.ts';

export class SimProcess {
  readonly name: string;
  readonly time: EngineTime;
  isAlive = true;
  isPaused = false;
  wasPaused = false;
  /** It reads in a transaction, which sees the tables as they are at one moment. */
  isReadingAtOnce = false;
  /** Turns of the event loop that it waits for. */
  turns = 0;
  /** Statements of the engine that are under way, but for those about the lease. */
  statements = 0;
  /** Commands that it has taken and not answered. */
  submitted = 0;
  readonly #time: VirtualTime;
  readonly #held: (() => void)[] = [];

  constructor(name: string, time: VirtualTime) {
    this.name = name;
    this.#time = time;
    this.time = {
      monotonicMs: () => time.nowMs,
      after: (delayMs, run) => this.after(delayMs, run),
      breathe: () => (this.isReadingAtOnce ? Promise.resolve() : this.#turn()),
    };
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.turns += 1;
      this.after(0, () => {
        this.turns -= 1;
        resolve();
      });
    });
  }

  /** Whether all that it was given is done, so that its memory is what is committed. */
  get isIdle(): boolean {
    const isBusy = this.turns > 0 || this.statements > 0 || this.submitted > 0;
    return this.isAlive && !this.isPaused && !isBusy;
  }

  /** What comes from outside: held back while it is stopped, lost when it is dead. */
  deliver(run: () => void): void {
    if (!this.isAlive) return;
    if (this.isPaused) this.#held.push(run);
    else run();
  }

  after(delayMs: number, run: () => void): () => void {
    let isCancelled = false;
    const cancel = this.#time.after(delayMs, () => {
      this.deliver(() => {
        if (!isCancelled) run();
      });
    });
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  kill(): void {
    this.isAlive = false;
    this.#held.length = 0;
  }

  pause(): void {
    this.isPaused = this.isAlive;
    this.wasPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    // Each in a turn of its own, in the order in which they came.
    for (const run of this.#held.splice(0)) this.#time.after(0, () => this.deliver(run));
  }
}
