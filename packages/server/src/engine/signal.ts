// Lets loops wait for work without losing a signal that arrives while they are busy.

export class Signal {
  #waiting: PromiseWithResolvers<void> | undefined;

  /** Resolves at the next `raise`. Check the condition first: earlier signals are not stored. */
  next(): Promise<void> {
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  raise(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
