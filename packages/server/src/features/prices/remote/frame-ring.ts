import type { Frame, Position } from './market-wire.ts';

/** How many frames and changes are kept for whoever missed them: those of about a minute. */
const FRAMES_MAX = 5_000;
const CHANGES_MAX = 50_000;

/** The leader's last frames, without gaps. */
export class FrameRing {
  readonly #limits: { readonly framesMax: number; readonly changesMax: number };
  #frames: Frame[] = [];
  /** The first kept frame; those before it are removed together. */
  #first = 0;
  #changes = 0;

  constructor(limits = { framesMax: FRAMES_MAX, changesMax: CHANGES_MAX }) {
    this.#limits = limits;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    this.#changes += frame.changes.length;
    const { framesMax, changesMax } = this.#limits;
    while (this.#frames.length - this.#first > framesMax || this.#changes > changesMax) {
      this.#changes -= this.#frames[this.#first]?.changes.length ?? 0;
      this.#first += 1;
    }
    // The removed frames also count against the memory: each can hold hundreds of changes.
    if (this.#first <= this.#frames.length / 2) return;
    this.#frames = this.#frames.slice(this.#first);
    this.#first = 0;
  }

  clear(): void {
    this.#frames = [];
    this.#first = 0;
    this.#changes = 0;
  }

  /** Returns the frames from `from` to `to`; null if one of them is not kept. */
  list(from: Position, to: number): readonly Frame[] | null {
    const first = this.#frames[this.#first];
    const last = this.#frames.at(-1);
    if (first === undefined || last === undefined || first.epoch !== from.epoch) return null;
    if (from.number < first.number || to > last.number || to < from.number) return null;
    const at = this.#first + from.number - first.number;
    return this.#frames.slice(at, at + to - from.number + 1);
  }
}
