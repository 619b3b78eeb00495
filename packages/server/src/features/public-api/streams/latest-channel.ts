// A channel of which only the latest frame matters, such as the quotes of a symbol.
import type { Channel, Position, Since, Subscriber } from './subscriber.ts';

export type LatestChannelOptions = {
  readonly name: string;
  /** The stream id, shared by all such channels since the program started. */
  readonly stream: string;
  readonly nowMs: () => number;
};

export class LatestChannel implements Channel {
  readonly #options: LatestChannelOptions;
  readonly #subscribers = new Set<Subscriber>();
  #seq = 0;
  #data: string | undefined;

  constructor(options: LatestChannelOptions) {
    this.#options = options;
  }

  get isUsed(): boolean {
    return this.#subscribers.size > 0;
  }

  position(): Position | undefined {
    const { stream } = this.#options;
    return this.#data === undefined ? undefined : { stream, seq: this.#seq };
  }

  subscribe(subscriber: Subscriber, since: Since): void {
    this.#subscribers.add(subscriber);
    const isKnown = since?.stream === this.#options.stream && since.seq === this.#seq;
    if (this.#data === undefined || isKnown) return;
    subscriber.offer(this.#options.name, this.#toFrame('snapshot', this.#data));
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Sends the data unless it equals what was sent last. */
  publish(data: object): void {
    const text = JSON.stringify(data);
    if (text === this.#data) return;
    const isFirst = this.#data === undefined;
    this.#data = text;
    this.#seq += 1;
    const frame = this.#toFrame(isFirst ? 'snapshot' : 'update', text);
    for (const subscriber of this.#subscribers) subscriber.offer(this.#options.name, frame);
  }

  #toFrame(type: 'snapshot' | 'update', data: string): string {
    const { name, stream, nowMs } = this.#options;
    const at = new Date(nowMs()).toISOString();
    const head = JSON.stringify({ channel: name, stream, seq: this.#seq, type, at });
    return `${head.slice(0, -1)},"data":${data}}`;
  }
}
