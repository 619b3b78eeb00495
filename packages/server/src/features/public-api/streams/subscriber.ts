// What a channel sees of a connection.
export type Subscriber = {
  /** A frame that must arrive: a reader who is too slow for it is disconnected. */
  deliver(text: string): void;
  /** A frame of which only the latest of its channel counts: it waits for a slow reader. */
  offer(channel: string, text: string): void;
};

export type Position = { readonly stream: string; readonly seq: number };

/** Where a client wants to go on. */
export type Since = Position | undefined;

export type Channel = {
  /** The last frame's; undefined before the first. */
  position(): Position | undefined;
  subscribe(subscriber: Subscriber, since: Since): void;
  unsubscribe(subscriber: Subscriber): void;
};
