// Time that is moved by what is due next. Between two events everything that was set going runs
// to its end, so that the order of all there is depends on the seed alone.
import process from 'node:process';

const START_MS = 1_800_000_000_000;

const SETTLED = Promise.resolve();

type Event = { readonly atMs: number; readonly order: number; run: (() => void) | undefined };

export class VirtualTime {
  nowMs = START_MS;
  readonly #heap: Event[] = [];
  #order = 0;

  /** Ticks have even times and commands odd ones: what either did is told apart. */
  get evenMs(): number {
    return this.nowMs - (this.nowMs % 2);
  }

  get oddMs(): number {
    return this.evenMs + 1;
  }

  /** Gives the function that cancels it. */
  after(delayMs: number, run: () => void): () => void {
    this.#order += 1;
    const event: Event = { atMs: this.nowMs + Math.max(0, delayMs), order: this.#order, run };
    this.#push(event);
    return () => {
      event.run = undefined;
    };
  }

  /** Runs events until `isOver`, asked after each, or until nothing is due any more. */
  runUntil(isOver: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const step = (): void => {
      // A tick of the process comes after all promises that are settled, and what they bring about.
      if (isOver() || !this.#runNext()) resolve();
      else process.nextTick(goOn);
    };
    // Ticks that follow each other directly would leave promises no turn.
    const goOn = (): void => {
      SETTLED.then(step).catch(reject);
    };
    step();
    return promise;
  }

  /** False when nothing is due any more. */
  #runNext(): boolean {
    for (;;) {
      const event = this.#pop();
      if (event === undefined) return false;
      if (event.run === undefined) continue;
      this.nowMs = event.atMs;
      event.run();
      return true;
    }
  }

  #push(event: Event): void {
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = event;
  }

  #pop(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const moved = heap.pop();
    if (first === undefined || moved === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const isOther = other !== undefined && isBefore(other, one);
      const child = isOther ? other : one;
      if (!isBefore(child, moved)) break;
      heap[place] = child;
      place = isOther ? left + 1 : left;
    }
    heap[place] = moved;
    return first;
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.atMs === other.atMs ? one.order < other.order : one.atMs < other.atMs;
}
