// One connection to a vendor over any transport. It passes on what arrives, ends once, and leaves
// no socket open after `destroy`, even if the other side is silent.

export type LinkEnd = {
  readonly reason: string;
  /** The HTTP status with which the vendor rejected the connection. */
  readonly status?: number;
  /** How long the vendor asks to wait before the next attempt. */
  readonly retryAfterMs?: number;
  /** The body of the vendor's rejection, truncated. */
  readonly body?: string;
};

export type LinkEvents = {
  opened(): void;
  /** Receives a complete message or line. */
  text(message: string): void;
  /** Receives a sign of life that is not a message, such as a ping. */
  heard(): void;
  /** Reports received data that is not text. */
  garbage(what: string): void;
  /** Reports the end of the link. Called at most once, and never after `destroy`. */
  closed(end: LinkEnd): void;
};

export type Link = {
  send(text: string): void;
  /** Sends a ping to the vendor; undefined if the protocol has none. */
  readonly probe: (() => void) | undefined;
  destroy(): void;
};

/** Starts to connect; no event arrives before it returns. */
export type OpenLink = (events: LinkEvents) => Link;

/** Describes a vendor's error without addresses, which can contain an account or key. */
export function describeProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
