// Lets loops wait for work without losing a call that comes while they are busy.

export class Signal {
  #waiting: PromiseWithResolvers<void> | undefined;

  /** Resolves at the next `raise`. Look at the condition first: earlier calls are not kept. */
  next(): Promise<void> {
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  raise(): void {
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
