// One connection attempt, from dialling to its end: the link, the vendor's protocol on it, the
// check that it is alive, and all their timers.
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Link, LinkEnd, OpenLink } from './link.ts';

/** What a protocol can do with its link. After the end, every call is a no-op. */
export type SessionControls = {
  send(text: string): void;
  /**
   * The subscription is complete and prices can arrive. `shortcoming` says what is missing, if
   * anything.
   */
  ready(shortcoming?: string): void;
  /**
   * Reports a failure and closes the link; the next attempt starts after `waitMs` at the earliest.
   */
  fail(reason: string, waitMs?: number): void;
  /** Requests a new link that replaces this one without a gap. */
  renew(): void;
  /** Calls `run` once after `delayMs`, unless the link has ended. */
  after(delayMs: number, run: () => void): void;
};

/** A vendor's protocol on one link. */
export type Session = {
  opened(): void;
  text(message: string): void;
  garbage(what: string): void;
  /**
   * Interprets an HTTP rejection of the vendor; returns `undefined` to keep the link's own
   * description.
   */
  refused?(end: LinkEnd): { readonly reason: string; readonly waitMs?: number } | undefined;
};

export type Patience = {
  /** The time limit for connecting, from dialling to the complete subscription. */
  readonly openMs: number;
  /** After this silence the link probes the other side, if the protocol permits it. */
  readonly quietMs: number;
  /** After this further silence the connection counts as lost. */
  readonly answerMs: number;
};

export type AttemptOptions = {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly openLink: OpenLink;
  readonly startSession: (controls: SessionControls) => Session;
  readonly patience: Patience;
};

export type AttemptEvents = {
  ready(attempt: Attempt): void;
  renew(attempt: Attempt): void;
  ended(attempt: Attempt, end: { readonly reason: string; readonly waitMs?: number }): void;
};

export class Attempt {
  readonly #options: AttemptOptions;
  readonly #events: AttemptEvents;
  readonly #link: Link;
  readonly #session: Session;
  readonly #cancelTimers = new Set<() => void>();
  #heardAtMs: number;
  #isOver = false;
  #readyAtMs: number | undefined;
  #shortcoming: string | undefined;

  constructor(options: AttemptOptions, events: AttemptEvents) {
    this.#options = options;
    this.#events = events;
    this.#heardAtMs = options.clock.nowMs();
    this.#session = options.startSession(this.#controls());
    this.#link = options.openLink({
      opened: () => {
        this.#heard();
        this.#watchLiveness(options.patience.quietMs);
        this.#session.opened();
      },
      text: (message) => {
        this.#heard();
        if (!this.#isOver) this.#session.text(message);
      },
      heard: () => {
        this.#heard();
      },
      garbage: (what) => {
        this.#heard();
        if (!this.#isOver) this.#session.garbage(what);
      },
      closed: (end) => {
        this.#end(this.#explain(end));
      },
    });
    this.#after(options.patience.openMs, () => {
      if (this.#readyAtMs === undefined) this.#end({ reason: 'no answer to the subscription' });
    });
  }

  /** When prices could first arrive; undefined before that. */
  get readyAtMs(): number | undefined {
    return this.#readyAtMs;
  }

  /**
   * Describes the part of the subscription that the vendor does not provide; undefined if it
   * provides all of it.
   */
  get shortcoming(): string | undefined {
    return this.#shortcoming;
  }

  close(): void {
    this.#isOver = true;
    for (const cancel of this.#cancelTimers) cancel();
    this.#cancelTimers.clear();
    this.#link.destroy();
  }

  #controls(): SessionControls {
    return {
      send: (text) => {
        if (!this.#isOver) this.#link.send(text);
      },
      ready: (shortcoming) => {
        if (this.#isOver || this.#readyAtMs !== undefined) return;
        this.#readyAtMs = this.#options.clock.nowMs();
        this.#shortcoming = shortcoming;
        this.#events.ready(this);
      },
      fail: (reason, waitMs) => {
        this.#end({ reason, ...(waitMs === undefined ? {} : { waitMs }) });
      },
      renew: () => {
        if (!this.#isOver) this.#events.renew(this);
      },
      after: (delayMs, run) => {
        this.#after(delayMs, run);
      },
    };
  }

  #explain(end: LinkEnd): { reason: string; waitMs?: number } {
    const refused = end.status === undefined ? undefined : this.#session.refused?.(end);
    const waitMs = Math.max(refused?.waitMs ?? 0, end.retryAfterMs ?? 0);
    return { reason: refused?.reason ?? end.reason, waitMs };
  }

  #end(end: { readonly reason: string; readonly waitMs?: number }): void {
    if (this.#isOver) return;
    this.close();
    this.#events.ended(this, end);
  }

  #heard(): void {
    this.#heardAtMs = this.#options.clock.nowMs();
  }

  #after(delayMs: number, run: () => void): void {
    if (this.#isOver) return;
    const cancel = this.#options.scheduler.after(delayMs, () => {
      this.#cancelTimers.delete(cancel);
      run();
    });
    this.#cancelTimers.add(cancel);
  }

  // Ends a silent link in two stages. The second stage runs after a turn of the event loop, so that
  // input that waited behind a busy program is processed first.
  #watchLiveness(delayMs: number): void {
    const { clock, patience } = this.#options;
    this.#after(delayMs, () => {
      const quietForMs = clock.nowMs() - this.#heardAtMs;
      if (quietForMs < patience.quietMs) {
        this.#watchLiveness(Math.min(patience.quietMs, patience.quietMs - quietForMs));
        return;
      }
      const askedAtMs = this.#heardAtMs;
      this.#link.probe?.();
      this.#after(patience.answerMs, () => {
        if (this.#heardAtMs === askedAtMs) this.#end({ reason: 'no sign of life' });
        else this.#watchLiveness(patience.quietMs);
      });
    });
  }
}
