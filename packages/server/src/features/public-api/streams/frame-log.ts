// The last frames of a stream, from which a resuming client gets those that it missed.
type Kept = { readonly seq: number; readonly text: string };

/** The maximum length of the stored frames: a resuming client gets them all at once. */
const LENGTH_MAX = 500_000;

export class FrameLog {
  readonly #framesMax: number;
  readonly #lengthMax: number;
  readonly #kept: Kept[] = [];
  #length = 0;

  constructor(framesMax: number, lengthMax = LENGTH_MAX) {
    this.#framesMax = framesMax;
    this.#lengthMax = lengthMax;
  }

  add(seq: number, text: string): void {
    this.#kept.push({ seq, text });
    this.#length += text.length;
    while (this.#kept.length > this.#framesMax || this.#length > this.#lengthMax) {
      this.#length -= this.#kept.shift()?.text.length ?? 0;
    }
  }

  /**
   * Returns the frames after `since` up to `last`; undefined when one of them is no longer stored.
   */
  after(since: number, last: number): readonly string[] | undefined {
    if (since > last) return undefined;
    const rest = this.#kept.filter(({ seq }) => seq > since);
    return rest.length === last - since ? rest.map(({ text }) => text) : undefined;
  }
}
