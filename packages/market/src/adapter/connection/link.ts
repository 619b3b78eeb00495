// One connection to a vendor, whatever carries it. What comes in is handed on; when it ends, it
// ends once; `destroy` leaves no socket behind, however silent the other side.

export type LinkEnd = {
  readonly reason: string;
  /** The HTTP status that refused it. */
  readonly status?: number;
  /** How long the vendor asks to wait before the next try. */
  readonly retryAfterMs?: number;
  /** What came with the refusal, cut short. */
  readonly body?: string;
};

export type LinkEvents = {
  opened(): void;
  /** A whole message, or a whole line. */
  text(message: string): void;
  /** Something that is no message but shows that the other side is there. */
  heard(): void;
  /** Something that is no text. */
  garbage(what: string): void;
  /** At most once, and never after `destroy`. */
  closed(end: LinkEnd): void;
};

export type Link = {
  send(text: string): void;
  /** Asks for a sign of life; undefined where the protocol has no way to ask. */
  readonly probe: (() => void) | undefined;
  destroy(): void;
};

/** Starts to connect; no event comes before it has returned. */
export type OpenLink = (events: LinkEvents) => Link;

/** A vendor's error in words that hold no address: that may carry an account or a key. */
export function describeFault(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
