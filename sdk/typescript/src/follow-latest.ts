// Quotes or candles: the latest state of a channel. A slow consumer misses the states in between.
import type { LatestFrame, Position, StreamFrame } from './frames.ts';
import type { StreamChannel, StreamConnection } from './stream-connection.ts';

export async function* followLatest<Data extends LatestFrame['data']>(
  connection: StreamConnection,
  name: string,
): AsyncGenerator<Data, void, undefined> {
  const channel = new LatestChannel<Data>(name);
  connection.open(channel);
  try {
    for (;;) yield await channel.next();
  } finally {
    connection.leave(channel);
  }
}

class LatestChannel<Data extends LatestFrame['data']> implements StreamChannel {
  readonly name: string;
  #last: Position | undefined;
  #data: Data | undefined;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(name: string) {
    this.name = name;
  }

  position(): Position | undefined {
    return this.#last;
  }

  receive(frame: StreamFrame): void {
    if (frame.type !== 'snapshot' && frame.type !== 'update') return;
    this.#last = { stream: frame.stream, seq: frame.seq };
    // The cast is safe, because the channel's name determines the type of its data.
    this.#data = frame.data as Data;
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#wake?.();
  }

  async next(): Promise<Data> {
    for (;;) {
      const data = this.#data;
      this.#data = undefined;
      if (data !== undefined) return data;
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
