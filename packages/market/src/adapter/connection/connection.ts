// A permanent connection: it reconnects after every end, with growing delays, and replaces itself
// without a gap if the vendor permits two links at once.
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { FeedConnection } from '#feed/feed.ts';
import { Attempt } from './attempt.ts';
import type { AttemptOptions } from './attempt.ts';
import { backoffMs } from './backoff.ts';
import type { Backoff } from './backoff.ts';

export type { Session, SessionControls } from './attempt.ts';
export { lineStreamLink } from './line-stream-link.ts';
export { describeProblem } from './link.ts';
export type { LinkEnd, OpenLink } from './link.ts';
export { readBody } from './read-body.ts';
export { backoffMs } from './backoff.ts';
export type { Backoff } from './backoff.ts';
export { webSocketLink } from './web-socket-link.ts';

export type ConnectionOptions = AttemptOptions & {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Returns a number in [0, 1). */
  readonly chance: () => number;
  readonly backoff: Backoff;
  readonly onChange: (change: FeedConnection) => void;
};

// A link that lasted this long was stable: the next failure counts as the first.
const STABLE_MS = 30_000;
// The minimum time between two dials, for any reason, because vendors limit new connections per
// second.
const DIAL_GAP_MS = 1_000;

/** Owns the links and the plan for the next one; `close` ends them permanently. */
export class Connection {
  readonly #options: ConnectionOptions;
  #current: Attempt | undefined;
  #next: Attempt | undefined;
  #cancelPlan: (() => void) | undefined;
  #isRenewing = false;
  #isClosed = false;
  #isAway = false;
  #failures = 0;
  #dialledAtMs = -Infinity;
  #change: FeedConnection;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#change = { state: 'down', reason: 'not started', atMs: options.clock.nowMs() };
  }

  /** The current state and when it began. */
  get change(): FeedConnection {
    return this.#change;
  }

  open(): void {
    if (!this.#isClosed && this.#dialledAtMs === -Infinity) this.#dial('first connection');
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#hangUp();
    this.#notify('stopped');
  }

  /** Disconnects for a while, so that another program can use the vendor's only connection. */
  leave(): void {
    if (this.#isClosed || this.#isAway) return;
    this.#isAway = true;
    this.#hangUp();
    this.#notify('left to another program');
  }

  comeBack(): void {
    if (this.#isClosed || !this.#isAway) return;
    this.#isAway = false;
    if (this.#dialledAtMs === -Infinity) return;
    this.#failures = 0;
    this.#plan(0, 'first connection');
  }

  #hangUp(): void {
    this.#cancelPlan?.();
    this.#cancelPlan = undefined;
    this.#next?.close();
    this.#next = undefined;
    this.#current?.close();
    this.#current = undefined;
    this.#isRenewing = false;
  }

  #dial(reason: string): void {
    this.#dialledAtMs = this.#options.clock.nowMs();
    this.#next = new Attempt(this.#options, {
      ready: (attempt) => {
        this.#takeOver(attempt);
      },
      renew: (attempt) => {
        this.#renew(attempt);
      },
      ended: (attempt, end) => {
        this.#ended(attempt, end);
      },
    });
    this.#notify(reason);
  }

  #takeOver(attempt: Attempt): void {
    this.#current?.close();
    this.#current = attempt;
    this.#next = undefined;
    this.#isRenewing = false;
    this.#notify(attempt.shortcoming ?? '');
  }

  #renew(attempt: Attempt): void {
    if (attempt !== this.#current) return;
    this.#isRenewing = true;
    this.#plan(0, 'renewal');
  }

  #ended(attempt: Attempt, end: { readonly reason: string; readonly waitMs?: number }): void {
    const nowMs = this.#options.clock.nowMs();
    if (attempt === this.#current) this.#current = undefined;
    if (attempt === this.#next) this.#next = undefined;
    if (attempt.readyAtMs !== undefined && nowMs - attempt.readyAtMs >= STABLE_MS) {
      this.#failures = 0;
    }
    this.#failures += 1;
    const { backoff, chance } = this.#options;
    const waitMs = backoffMs(backoff, this.#failures, chance());
    this.#plan(Math.max(waitMs, end.waitMs ?? 0), end.reason);
    this.#notify(end.reason);
  }

  #plan(waitMs: number, reason: string): void {
    const isServed = this.#current !== undefined && !this.#isRenewing;
    if (isServed || this.#next !== undefined || this.#cancelPlan !== undefined) return;
    const { clock, scheduler } = this.#options;
    const gapMs = Math.min(DIAL_GAP_MS, this.#dialledAtMs + DIAL_GAP_MS - clock.nowMs());
    this.#cancelPlan = scheduler.after(Math.max(waitMs, gapMs), () => {
      this.#cancelPlan = undefined;
      this.#dial(reason);
    });
  }

  // Reports a new connection state. While one link serves, failures of its successor are not
  // reported.
  #notify(reason: string): void {
    const state = this.#state();
    const reported = this.#current === undefined ? reason : (this.#current.shortcoming ?? '');
    if (state === this.#change.state && reported === this.#change.reason) return;
    this.#change = { state, reason: reported, atMs: this.#options.clock.nowMs() };
    this.#options.onChange(this.#change);
  }

  #state(): FeedConnection['state'] {
    if (this.#current !== undefined) {
      return this.#current.shortcoming === undefined ? 'up' : 'degraded';
    }
    return this.#next === undefined ? 'down' : 'connecting';
  }
}
