// The last frames of a stream, so that a client that missed some gets the rest.
type Kept = { readonly seq: number; readonly text: string };

/** Characters of the kept frames: a client that resumes gets them at once. */
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

  /** The frames after `since` up to `last`; undefined when one of them is no longer kept. */
  after(since: number, last: number): readonly string[] | undefined {
    if (since > last) return undefined;
    const rest = this.#kept.filter(({ seq }) => seq > since);
    return rest.length === last - since ? rest.map(({ text }) => text) : undefined;
  }
}
