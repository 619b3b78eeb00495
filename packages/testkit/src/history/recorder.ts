import type { History, Read, View, Write, WriteResult } from './history-types.ts';

type Call = { readonly session: string; readonly account: number };
type Seen = Pick<Read, 'state' | 'shows'>;

/** Records what clients of one process send and are answered. */
export class HistoryRecorder {
  readonly #writes: Write[] = [];
  readonly #reads: Read[] = [];
  readonly #views: View[] = [];
  #now = 0;

  /** Returns the function to call with the answer. Without a call the outcome is unknown. */
  write(call: Call & { readonly id: string }): (result: WriteResult) => void {
    const invokedAt = this.#next();
    const place =
      this.#writes.push({ ...call, invokedAt, returnedAt: undefined, result: UNKNOWN }) - 1;
    return (result) => {
      const returnedAt = result.kind === 'unknown' ? undefined : this.#next();
      this.#writes[place] = { ...call, invokedAt, returnedAt, result };
    };
  }

  /** Returns the function to call with what was read. A read that fails is not recorded. */
  read(call: Call): (seen: Seen) => void {
    const invokedAt = this.#next();
    return (seen) => {
      this.#reads.push({ ...call, ...seen, invokedAt, returnedAt: this.#next() });
    };
  }

  /** Records what a client shows at the end. */
  view(view: View): void {
    this.#views.push(view);
  }

  get history(): History {
    return { writes: this.#writes, reads: this.#reads, views: this.#views };
  }

  #next(): number {
    this.#now += 1;
    return this.#now;
  }
}

const UNKNOWN: WriteResult = { kind: 'unknown' };
