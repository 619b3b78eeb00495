// The newest accepted quote of each symbol and whether it can be traded on. A symbol is live while
// its market is open and a tick has been accepted within the instrument's limit; timers see to it
// that a state ends on time, and asking for a state looks at the clock as well.
import { PRICE_POINTS_MAX } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Feed, Tick } from '#feed/feed.ts';
import type { Sessions, Span } from '#session/session.ts';

export type StateChange = {
  readonly symbol: string;
  readonly state: SymbolState;
  readonly previous: SymbolState;
  readonly atMs: number;
};

export type SessionInfo = {
  readonly isOpen: boolean;
  /** Null: never, or not known. */
  readonly nextOpenAtMs: number | null;
  readonly nextCloseAtMs: number | null;
};

export type QuoteBoardOptions = {
  readonly instruments: readonly Instrument[];
  readonly feed: Pick<Feed, 'name' | 'symbols' | 'keepsSessions'>;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

type Entry = {
  readonly instrument: Instrument;
  quote: Quote | undefined;
  /** When the last tick to trade on came in; -Infinity before the first. */
  acceptedAtMs: number;
  hasEnded: boolean;
  state: SymbolState;
  cancelStaleTimer: (() => void) | undefined;
};

const ALWAYS_OPEN: Span = { isOpen: true, fromMs: -Infinity, untilMs: Infinity };

/** Owns the last quotes, the states and their timers; `close` ends the timers. */
export class QuoteBoard {
  readonly #options: QuoteBoardOptions;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #quoteListeners = new Set<(quote: Quote) => void>();
  readonly #stateListeners = new Set<(change: StateChange) => void>();
  readonly #cancelEdgeTimers = new Map<string, () => void>();

  constructor(options: QuoteBoardOptions) {
    this.#options = options;
    this.#entries = new Map(
      options.instruments
        .filter(({ symbol }) => options.feed.symbols.has(symbol))
        .map((instrument) => [instrument.symbol, newEntry(instrument)]),
    );
  }

  /** Starts to watch the edges of the sessions. */
  open(): void {
    if (!this.#options.feed.keepsSessions) return;
    const ids = new Set([...this.#entries.values()].map(({ instrument }) => instrument.sessionId));
    for (const sessionId of ids) this.#watchEdges(sessionId);
  }

  close(): void {
    for (const cancel of this.#cancelEdgeTimers.values()) cancel();
    this.#cancelEdgeTimers.clear();
    for (const entry of this.#entries.values()) {
      entry.cancelStaleTimer?.();
      entry.cancelStaleTimer = undefined;
    }
  }

  /** Takes a tick to trade on. Gives false when it is refused: closed market, or no sane price. */
  accept(tick: Tick): boolean {
    const entry = this.#entries.get(tick.symbol);
    const nowMs = this.#options.clock.nowMs();
    if (entry === undefined || entry.hasEnded || !isSane(tick)) return false;
    if (!this.#span(entry, nowMs).isOpen) return false;
    const quote = this.#number(entry, tick, nowMs);
    entry.quote = quote;
    entry.acceptedAtMs = nowMs;
    this.#watchStaleness(entry);
    this.#refresh(entry, nowMs);
    for (const listener of this.#quoteListeners) listener(quote);
    return true;
  }

  /** Takes a price to show until the first tick to trade on comes. */
  showLastKnown(tick: Tick): void {
    const entry = this.#entries.get(tick.symbol);
    if (entry === undefined || entry.quote !== undefined || !isSane(tick)) return;
    const nowMs = this.#options.clock.nowMs();
    entry.quote = this.#number(entry, tick, nowMs);
    this.#refresh(entry, nowMs);
  }

  /** The source has no more prices of the symbol: it stays closed. */
  end(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.hasEnded = true;
    this.#refresh(entry, this.#options.clock.nowMs());
  }

  /** The source is gone: nothing is live until its next tick. */
  disconnect(): void {
    for (const entry of this.#entries.values()) {
      entry.acceptedAtMs = -Infinity;
      this.#refresh(entry, this.#options.clock.nowMs());
    }
  }

  quote(symbol: string): Quote | undefined {
    return this.#entries.get(symbol)?.quote;
  }

  state(symbol: string): SymbolState {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return 'none';
    this.#refresh(entry, this.#options.clock.nowMs());
    return entry.state;
  }

  session(symbol: string): SessionInfo {
    const entry = this.#entries.get(symbol);
    const { feed, sessions, clock } = this.#options;
    if (entry === undefined || !feed.keepsSessions) {
      return { isOpen: entry?.hasEnded === false, nextOpenAtMs: null, nextCloseAtMs: null };
    }
    const nowMs = clock.nowMs();
    const { sessionId } = entry.instrument;
    return {
      isOpen: sessions.isOpen(sessionId, nowMs),
      nextOpenAtMs: sessions.nextOpenAtMs(sessionId, nowMs),
      nextCloseAtMs: sessions.nextCloseAtMs(sessionId, nowMs),
    };
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onState(listener: (change: StateChange) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  // The first number is the time, so that numbers go on growing after a restart: no symbol ticks
  // a thousand times a second for long.
  #number(entry: Entry, tick: Tick, nowMs: number): Quote {
    const sequence = entry.quote === undefined ? nowMs : entry.quote.sequence + 1;
    return { ...tick, sequence, source: this.#options.feed.name, receivedAtMs: nowMs };
  }

  #span({ instrument }: Entry, atMs: number): Span {
    const { feed, sessions } = this.#options;
    return feed.keepsSessions ? sessions.span(instrument.sessionId, atMs) : ALWAYS_OPEN;
  }

  #refresh(entry: Entry, nowMs: number): void {
    const state = this.#stateAt(entry, nowMs);
    if (state === entry.state) return;
    const change = { symbol: entry.instrument.symbol, state, previous: entry.state, atMs: nowMs };
    entry.state = state;
    for (const listener of this.#stateListeners) listener(change);
  }

  #stateAt(entry: Entry, nowMs: number): SymbolState {
    if (entry.quote === undefined) return 'none';
    const span = this.#span(entry, nowMs);
    if (entry.hasEnded || !span.isOpen) return 'closed';
    const isOfThisSession = entry.acceptedAtMs >= span.fromMs;
    const isYoung = nowMs - entry.acceptedAtMs < entry.instrument.staleAfterMs;
    return isOfThisSession && isYoung ? 'live' : 'stale';
  }

  // One timer per symbol, put off when it finds a younger tick: not one per tick.
  #watchStaleness(entry: Entry): void {
    if (entry.cancelStaleTimer !== undefined) return;
    const { clock, scheduler } = this.#options;
    const dueMs = entry.acceptedAtMs + entry.instrument.staleAfterMs;
    entry.cancelStaleTimer = scheduler.after(dueMs - clock.nowMs(), () => {
      entry.cancelStaleTimer = undefined;
      this.#refresh(entry, clock.nowMs());
      if (entry.state === 'live') this.#watchStaleness(entry);
    });
  }

  #watchEdges(sessionId: string): void {
    const { sessions, clock, scheduler } = this.#options;
    const nowMs = clock.nowMs();
    const { untilMs } = sessions.span(sessionId, nowMs);
    if (untilMs === Infinity) return;
    this.#cancelEdgeTimers.set(
      sessionId,
      scheduler.after(untilMs - nowMs, () => {
        for (const entry of this.#entries.values()) {
          if (entry.instrument.sessionId === sessionId) this.#refresh(entry, clock.nowMs());
        }
        this.#watchEdges(sessionId);
      }),
    );
  }
}

function newEntry(instrument: Instrument): Entry {
  return {
    instrument,
    quote: undefined,
    acceptedAtMs: -Infinity,
    hasEnded: false,
    state: 'none' as const,
    cancelStaleTimer: undefined,
  };
}

function isSane({ sellPoints, buyPoints }: Tick): boolean {
  return sellPoints > 0 && buyPoints >= sellPoints && buyPoints <= PRICE_POINTS_MAX;
}
