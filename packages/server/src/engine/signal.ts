// Lets loops wait for work without losing a signal that arrives while they are busy.

export class Signal {
  #waiting: PromiseWithResolvers<void> | undefined;

  /** Resolves at the next `raise`. Earlier signals are not stored, so check the condition first. */
  next(): Promise<void> {
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  raise(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
