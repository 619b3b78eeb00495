// The newest accepted quote of each symbol and whether it is tradable. A symbol is live while its
// market is open and its last tick is younger than the instrument's limit, by the vendor's time. It
// is halted when its market has opened without a tick. Timers end states on time, and each read
// checks the clock as well.
import type { Quote, SymbolState } from '@halyard/core/instrument';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Tick } from '#feed/feed.ts';
import { createListeners } from '#listeners/listeners.ts';
import type { OpeningHours, Sessions, Span } from '#session/session.ts';
import {
  isSane,
  isYoung,
  newEntry,
  ownHours,
  ownSessionId,
  spanOf,
  stateAt,
} from './board-entry.ts';
import type { Entry, HaltCause, Listing } from './board-entry.ts';
import { SessionEdges } from './session-edges.ts';

export type { HaltCause, Listing } from './board-entry.ts';

export type StateChange = {
  readonly symbol: string;
  readonly state: SymbolState;
  readonly previous: SymbolState;
  readonly atMs: number;
};

export type SessionInfo = {
  readonly isOpen: boolean;
  /** When the market opens next; null if never or unknown. */
  readonly nextOpenAtMs: number | null;
  readonly nextCloseAtMs: number | null;
};

/** The bids before and after the splits of a symbol, in points. */
export type SplitPrices = { readonly before: number; readonly after: number };

export type QuoteBoardOptions = {
  readonly listings: readonly Listing[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

/**
 * The smallest distance between the logarithms of two prices that tells them apart: a split of less
 * than 5 % looks like a market move.
 */
const NOTIFIED_DISTANCE = 0.05;

/** The quote board: last quotes, symbol states and their timers. `close` ends the timers. */
export class QuoteBoard {
  readonly #options: QuoteBoardOptions;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #quotes = createListeners<Quote>();
  readonly #changes = createListeners<StateChange>();
  readonly #edges: SessionEdges;
  #openedAtMs = Infinity;
  /** No sequence number assigned from now on is below this one. */
  #numbersFrom = 0;

  constructor(options: QuoteBoardOptions) {
    this.#options = options;
    this.#edges = new SessionEdges({
      ...options,
      onEdge: (sessionId) => {
        for (const entry of this.#entries.values()) {
          if (entry.kept?.sessionId === sessionId) this.#refresh(entry, options.clock.nowMs());
        }
      },
    });
    this.#entries = new Map(
      options.listings.map((listing) => [
        listing.instrument.symbol,
        newEntry(listing, options.sessions),
      ]),
    );
  }

  /** Starts to watch the market's openings and closes. */
  open(): void {
    this.#openedAtMs = this.#options.clock.nowMs();
    for (const { kept } of this.#entries.values()) this.#edges.watch(kept, this.#openedAtMs);
  }

  close(): void {
    this.#edges.close();
    for (const entry of this.#entries.values()) {
      entry.staleTimer?.cancel();
      entry.staleTimer = undefined;
    }
  }

  /**
   * Accepts a tradable tick; `givenAtMs` is the time of its quote by our own clock. Returns false
   * if it is rejected: closed market, or invalid price.
   */
  accept(tick: Tick, source: string, givenAtMs: number): boolean {
    const entry = this.#entries.get(tick.symbol);
    const nowMs = this.#options.clock.nowMs();
    if (entry === undefined || entry.hasEnded || !isSane(tick)) return false;
    if (entry.frozen !== undefined) {
      entry.frozen.newest = tick;
      return false;
    }
    if (!spanOf(entry, nowMs).isOpen) return false;
    const quote = this.#number(entry, { tick, source }, nowMs);
    entry.quote = quote;
    entry.givenAtMs = givenAtMs;
    entry.tickedAtMs = nowMs;
    this.#watchStaleness(entry);
    this.#refresh(entry, nowMs);
    this.#quotes.notify(quote);
    return true;
  }

  /** Accepts a price for display until the first tradable tick. */
  showLastKnown(tick: Tick, source: string): void {
    const entry = this.#entries.get(tick.symbol);
    if (entry === undefined || entry.quote !== undefined || !isSane(tick)) return;
    if (entry.frozen !== undefined) return;
    const nowMs = this.#options.clock.nowMs();
    entry.quote = this.#number(entry, { tick, source }, nowMs);
    this.#refresh(entry, nowMs);
  }

  /** Accepts the last quote as a split adjusted it, for display until the symbol is resumed. */
  showSplit(quote: Quote): void {
    const entry = this.#entries.get(quote.symbol);
    if (entry === undefined) return;
    const sequence = Math.max(quote.sequence, (entry.quote?.sequence ?? 0) + 1);
    entry.quote = { ...quote, sequence };
    entry.givenAtMs = -Infinity;
    this.#refresh(entry, this.#options.clock.nowMs());
    this.#quotes.notify(entry.quote);
  }

  /**
   * Takes over another program's last quote, for display until the next tick. Sequence numbers
   * continue above those that any program assigned before.
   */
  recall(quotes: readonly Quote[]): void {
    const nowMs = this.#options.clock.nowMs();
    this.numberFrom(nowMs);
    for (const quote of quotes) {
      const entry = this.#entries.get(quote.symbol);
      const known = entry?.quote;
      // A lower sequence number is older, so the board keeps its own quote.
      if (entry === undefined || known === undefined || known.sequence >= quote.sequence) continue;
      entry.quote = this.#inTurn(entry, quote, nowMs);
      entry.givenAtMs = -Infinity;
      this.#refresh(entry, nowMs);
      this.#quotes.notify(entry.quote);
    }
  }

  /** Assigns no sequence number below this one from now on. */
  numberFrom(sequence: number): void {
    this.#numbersFrom = Math.max(this.#numbersFrom, sequence);
  }

  /** Ends a symbol: its source has no more prices, so it stays closed. */
  end(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.hasEnded = true;
    this.#refresh(entry, this.#options.clock.nowMs());
  }

  /** Marks a symbol's source as gone: the symbol is not live until its next tick. */
  disconnect(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.givenAtMs = -Infinity;
    this.#refresh(entry, this.#options.clock.nowMs());
  }

  /** Halts a symbol for a cause, or ends that cause. */
  setHalted(symbol: string, cause: HaltCause, isHalted: boolean): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined || entry.halts.has(cause) === isHalted) return;
    if (isHalted) entry.halts.add(cause);
    else entry.halts.delete(cause);
    if (cause === 'split') {
      entry.frozen = isHalted ? { newest: undefined } : undefined;
    }
    this.#refresh(entry, this.#options.clock.nowMs());
  }

  /** Sets the symbol's own trading hours; undefined restores its market's. */
  setHours(symbol: string, hours: OpeningHours | undefined): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    this.#edges.forget(ownSessionId(symbol));
    const { instrument, usual } = entry;
    entry.kept = hours === undefined ? usual : ownHours(instrument, hours, this.#options.sessions);
    if (this.#openedAtMs !== Infinity) this.#edges.watch(entry.kept, this.#openedAtMs);
    const nowMs = this.#options.clock.nowMs();
    const previous = entry.state;
    entry.state = stateAt(entry, nowMs, this.#openedAtMs);
    // Listeners are called even if the state is unchanged, because the time at which it ends may
    // have changed.
    this.#changes.notify({ symbol, state: entry.state, previous, atMs: nowMs });
  }

  isHalted(symbol: string, cause: HaltCause): boolean {
    return this.#entries.get(symbol)?.halts.has(cause) === true;
  }

  /**
   * Returns whether the source of a frozen symbol quotes closer to the price after its splits than
   * to the one before. False before it quotes; true if the two prices are too close to tell.
   */
  isSplitQuoted(symbol: string, { before, after }: SplitPrices): boolean {
    if (distance(after, before) < NOTIFIED_DISTANCE) return true;
    const newest = this.#entries.get(symbol)?.frozen?.newest?.bidPoints;
    return newest !== undefined && distance(newest, after) < distance(newest, before);
  }

  /** Returns the open or closed span of the symbol's market. */
  span(symbol: string): Span | undefined {
    const entry = this.#entries.get(symbol);
    return entry === undefined ? undefined : spanOf(entry, this.#options.clock.nowMs());
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
    if (entry?.kept === undefined) {
      return { isOpen: entry?.hasEnded === false, nextOpenAtMs: null, nextCloseAtMs: null };
    }
    const nowMs = this.#options.clock.nowMs();
    const { sessions, sessionId } = entry.kept;
    return {
      isOpen: sessions.isOpen(sessionId, nowMs),
      nextOpenAtMs: sessions.nextOpenAtMs(sessionId, nowMs),
      nextCloseAtMs: sessions.nextCloseAtMs(sessionId, nowMs),
    };
  }

  onQuote(listener: (quote: Quote) => void): () => void {
    return this.#quotes.add(listener);
  }

  onState(listener: (change: StateChange) => void): () => void {
    return this.#changes.add(listener);
  }

  #number(
    entry: Entry,
    { tick, source }: { readonly tick: Tick; readonly source: string },
    nowMs: number,
  ): Quote {
    const { symbol, bidPoints, askPoints, sourceAtMs } = tick;
    const prices = { symbol, bidPoints, askPoints, source, sourceAtMs, receivedAtMs: nowMs };
    return this.#inTurn(entry, prices, nowMs);
  }

  // Returns the quote with the next sequence number and a time that never decreases, whatever a
  // source or the machine's clock does. Sequence numbers start from the time, so that they increase
  // after a restart or when another program assigned some in between: no symbol ticks a thousand
  // times a second for long.
  #inTurn({ quote: last }: Entry, quote: Omit<Quote, 'sequence'>, nowMs: number): Quote {
    return {
      ...quote,
      sequence: Math.max(last === undefined ? nowMs : last.sequence + 1, this.#numbersFrom),
      sourceAtMs: Math.max(quote.sourceAtMs, last?.sourceAtMs ?? -Infinity),
      receivedAtMs: Math.max(quote.receivedAtMs, last?.receivedAtMs ?? -Infinity),
    };
  }

  #refresh(entry: Entry, nowMs: number): void {
    const state = stateAt(entry, nowMs, this.#openedAtMs);
    if (state === entry.state) return;
    const previous = entry.state;
    entry.state = state;
    this.#changes.notify({ symbol: entry.instrument.symbol, state, previous, atMs: nowMs });
  }

  // Watches for staleness with one timer per symbol, which is postponed when it finds a newer tick,
  // instead of one timer per tick.
  #watchStaleness(entry: Entry): void {
    const { clock, scheduler } = this.#options;
    const dueMs = entry.givenAtMs + entry.instrument.staleAfterMs;
    if (entry.staleTimer !== undefined && entry.staleTimer.dueMs <= dueMs) return;
    entry.staleTimer?.cancel();
    const cancel = scheduler.after(dueMs - clock.nowMs(), () => {
      entry.staleTimer = undefined;
      this.#refresh(entry, clock.nowMs());
      // The timer also runs while the symbol is halted, because it can be live again before its
      // next tick.
      if (isYoung(entry, clock.nowMs())) this.#watchStaleness(entry);
    });
    entry.staleTimer = { dueMs, cancel };
  }
}

function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}
