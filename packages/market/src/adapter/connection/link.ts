// One connection to a vendor over any transport. It passes on what arrives, ends once, and leaves
// no socket open after `destroy`, even if the other side is silent.

export type LinkEnd = {
  readonly reason: string;
  /** The HTTP status of the rejection. */
  readonly status?: number;
  /** How long the vendor asks to wait before the next attempt. */
  readonly retryAfterMs?: number;
  /** The body of the rejection, truncated. */
  readonly body?: string;
};

export type LinkEvents = {
  opened(): void;
  /** A complete message or line. */
  text(message: string): void;
  /** A sign of life that is not a message. */
  heard(): void;
  /** Data that is not text. */
  garbage(what: string): void;
  /** Called at most once, and never after `destroy`. */
  closed(end: LinkEnd): void;
};

export type Link = {
  send(text: string): void;
  /** Probes the other side; undefined if the protocol has no way to. */
  readonly probe: (() => void) | undefined;
  destroy(): void;
};

/** Starts to connect; no event arrives before it returns. */
export type OpenLink = (events: LinkEvents) => Link;

/** Describes a vendor's error without addresses, which can contain an account or key. */
export function describeFault(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'no connection';
}
