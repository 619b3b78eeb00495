// Work that takes turns per key within this program. What waits for a key that many use at once
// waits here and not with a connection of the database, which all other requests need.

/** How many may wait for one key. */
const WAITING_MAX = 50;

type Line = { waiting: number; last: Promise<unknown> };

export class KeyQueue {
  readonly #lines = new Map<string, Line>();

  /** Whether too many wait for the key already. */
  isFull(key: string): boolean {
    return (this.#lines.get(key)?.waiting ?? 0) >= WAITING_MAX;
  }

  /** Runs the work after everything that came before and has one of the keys. */
  async inTurn<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = keys.flatMap((key) => this.#lines.get(key)?.last ?? []);
    const turn = Promise.all(before).then(work);
    const last = turn.catch(() => undefined);
    for (const key of keys) {
      const waiting = (this.#lines.get(key)?.waiting ?? 0) + 1;
      this.#lines.set(key, { waiting, last });
    }
    try {
      return await turn;
    } finally {
      for (const key of keys) this.#leave(key);
    }
  }

  #leave(key: string): void {
    const line = this.#lines.get(key);
    if (line === undefined) return;
    line.waiting -= 1;
    if (line.waiting === 0) this.#lines.delete(key);
  }
}
