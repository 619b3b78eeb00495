// A connection as a channel uses it.
export type Subscriber = {
  /** Sends a frame that must arrive: a client that reads too slowly is disconnected. */
  deliver(text: string): void;
  /** Sends a frame of which only the channel's latest matters: it waits for a slow reader. */
  offer(channel: string, text: string): void;
};

export type Position = { readonly stream: string; readonly seq: number };

/** Where a client wants to resume. */
export type Since = Position | undefined;

export type Channel = {
  /** Returns the position of the last frame; undefined before the first. */
  position(): Position | undefined;
  subscribe(subscriber: Subscriber, since: Since): void;
  unsubscribe(subscriber: Subscriber): void;
};
