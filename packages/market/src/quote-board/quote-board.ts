// The newest accepted quote of each symbol and whether it can be traded on. A symbol is live while
// its market is open and a tick has been accepted within the instrument's limit; it is halted when
// its market has opened and no tick came with it. Timers see to it that a state ends on time, and
// asking for a state looks at the clock as well.
import { PRICE_POINTS_MAX } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import type { Clock, Scheduler } from '#clock/clock.ts';
import type { Tick } from '#feed/feed.ts';
import { createListeners } from '#listeners/listeners.ts';
import { createSessions } from '#session/session.ts';
import type { OpeningHours, Sessions, Span } from '#session/session.ts';

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

export type Listing = {
  readonly instrument: Instrument;
  /** False when its feed quotes at any hour. */
  readonly keepsSessions: boolean;
};

/**
 * Why a symbol is halted: its prices jump and are not yet believed, or its vendor or the operator
 * says so, or it was split: then its quotes are not taken either.
 */
export type HaltCause = 'jump' | 'vendor' | 'operator' | 'split';

/** The prices to sell at before the splits of a symbol and after them, in points. */
export type SplitPrices = { readonly before: number; readonly after: number };

export type QuoteBoardOptions = {
  readonly listings: readonly Listing[];
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
};

/** The hours that a symbol keeps: those of its market, shared with others, or its own. */
type Kept = { readonly sessions: Sessions; readonly sessionId: string };

type Entry = {
  readonly instrument: Instrument;
  /** Those of the market; undefined when its feed quotes at any hour. */
  readonly usual: Kept | undefined;
  kept: Kept | undefined;
  readonly halts: Set<HaltCause>;
  quote: Quote | undefined;
  /** When the last tick to trade on came in; -Infinity before the first, or once its source is gone. */
  acceptedAtMs: number;
  /** When the last tick to trade on came in, whatever became of its source. */
  tickedAtMs: number;
  hasEnded: boolean;
  state: SymbolState;
  cancelStaleTimer: (() => void) | undefined;
  /** While it is frozen: the newest tick that was not taken. */
  frozen: { newest: Tick | undefined } | undefined;
};

/** An open market whose first tick takes longer has a halt that nobody told us of. */
const FIRST_TICK_MS = MINUTE_MS;

/** Of logarithms of prices: a split of less than 5 % is lost in what a market does by itself. */
const TELLING_DISTANCE = 0.05;

const ALWAYS_OPEN: Span = { isOpen: true, fromMs: -Infinity, untilMs: Infinity };

/** Owns the last quotes, the states and their timers; `close` ends the timers. */
export class QuoteBoard {
  readonly #options: QuoteBoardOptions;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #quotes = createListeners<Quote>();
  readonly #changes = createListeners<StateChange>();
  readonly #cancelEdgeTimers = new Map<string, () => void>();
  #openedAtMs = Infinity;
  /** Below every number that is given from now on. */
  #numbersFrom = 0;

  constructor(options: QuoteBoardOptions) {
    this.#options = options;
    this.#entries = new Map(
      options.listings.map((listing) => [
        listing.instrument.symbol,
        newEntry(listing, options.sessions),
      ]),
    );
  }

  /** Starts to watch the edges of the sessions. */
  open(): void {
    this.#openedAtMs = this.#options.clock.nowMs();
    for (const { kept } of this.#entries.values()) this.#watchHours(kept);
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
  accept(tick: Tick, source: string): boolean {
    const entry = this.#entries.get(tick.symbol);
    const nowMs = this.#options.clock.nowMs();
    if (entry === undefined || entry.hasEnded || !isSane(tick)) return false;
    if (entry.frozen !== undefined) {
      entry.frozen.newest = tick;
      return false;
    }
    if (!this.#span(entry, nowMs).isOpen) return false;
    const quote = this.#number(entry, { tick, source }, nowMs);
    entry.quote = quote;
    entry.acceptedAtMs = nowMs;
    entry.tickedAtMs = nowMs;
    this.#watchStaleness(entry);
    this.#refresh(entry, nowMs);
    this.#quotes.tell(quote);
    return true;
  }

  /** Takes a price to show until the first tick to trade on comes. */
  showLastKnown(tick: Tick, source: string): void {
    const entry = this.#entries.get(tick.symbol);
    if (entry === undefined || entry.quote !== undefined || !isSane(tick)) return;
    if (entry.frozen !== undefined) return;
    const nowMs = this.#options.clock.nowMs();
    entry.quote = this.#number(entry, { tick, source }, nowMs);
    this.#refresh(entry, nowMs);
  }

  /** Takes the quote that a split left of the last one, to show until the symbol is resumed. */
  showSplit(quote: Quote): void {
    const entry = this.#entries.get(quote.symbol);
    if (entry === undefined) return;
    const sequence = Math.max(quote.sequence, (entry.quote?.sequence ?? 0) + 1);
    entry.quote = { ...quote, sequence };
    entry.acceptedAtMs = -Infinity;
    this.#refresh(entry, this.#options.clock.nowMs());
    this.#quotes.tell(entry.quote);
  }

  /**
   * Takes what another program quoted last while this one did not have the prices, to show until the
   * next tick. Numbers go on above those that any program gave before.
   */
  recall(quotes: readonly Quote[]): void {
    const nowMs = this.#options.clock.nowMs();
    this.#numbersFrom = nowMs;
    for (const quote of quotes) {
      const entry = this.#entries.get(quote.symbol);
      const known = entry?.quote;
      // The one with the lower number is of before.
      if (entry === undefined || known === undefined || known.sequence >= quote.sequence) continue;
      entry.quote = this.#inTurn(entry, quote, nowMs);
      entry.acceptedAtMs = -Infinity;
      this.#refresh(entry, nowMs);
      this.#quotes.tell(entry.quote);
    }
  }

  /** The source has no more prices of the symbol: it stays closed. */
  end(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.hasEnded = true;
    this.#refresh(entry, this.#options.clock.nowMs());
  }

  /** The symbol's source is gone: it is not live until its next tick. */
  disconnect(symbol: string): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    entry.acceptedAtMs = -Infinity;
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

  /** Hours of the symbol's own, or undefined for those of its market. */
  setHours(symbol: string, hours: OpeningHours | undefined): void {
    const entry = this.#entries.get(symbol);
    if (entry === undefined) return;
    this.#forgetEdges(symbol);
    entry.kept = hours === undefined ? entry.usual : this.#ownHours(entry, hours);
    if (this.#openedAtMs !== Infinity) this.#watchHours(entry.kept);
    const nowMs = this.#options.clock.nowMs();
    const previous = entry.state;
    entry.state = this.#stateAt(entry, nowMs);
    // Also when the state stays: when it ends may have changed.
    this.#changes.tell({ symbol, state: entry.state, previous, atMs: nowMs });
  }

  isHalted(symbol: string, cause: HaltCause): boolean {
    return this.#entries.get(symbol)?.halts.has(cause) === true;
  }

  /**
   * Whether what the source of a frozen symbol quotes lies nearer to the price that its splits left
   * than to the one of before. False before it quotes anything; true where the two prices are too
   * near to tell.
   */
  isSplitQuoted(symbol: string, { before, after }: SplitPrices): boolean {
    if (distance(after, before) < TELLING_DISTANCE) return true;
    const newest = this.#entries.get(symbol)?.frozen?.newest?.sellPoints;
    return newest !== undefined && distance(newest, after) < distance(newest, before);
  }

  /** The open or closed span the symbol's market is in. */
  span(symbol: string): Span | undefined {
    const entry = this.#entries.get(symbol);
    return entry === undefined ? undefined : this.#span(entry, this.#options.clock.nowMs());
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
    const { symbol, sellPoints, buyPoints, sourceAtMs } = tick;
    const prices = { symbol, sellPoints, buyPoints, source, sourceAtMs, receivedAtMs: nowMs };
    return this.#inTurn(entry, prices, nowMs);
  }

  // The first number is the time, so that numbers go on growing after a restart, or when another
  // program gave some meanwhile: no symbol ticks a thousand times a second for long.
  // Times never run backwards for a listener, whatever a source or the machine's clock does.
  #inTurn({ quote: last }: Entry, quote: Omit<Quote, 'sequence'>, nowMs: number): Quote {
    return {
      ...quote,
      sequence: last === undefined ? nowMs : Math.max(last.sequence + 1, this.#numbersFrom),
      sourceAtMs: Math.max(quote.sourceAtMs, last?.sourceAtMs ?? -Infinity),
      receivedAtMs: Math.max(quote.receivedAtMs, last?.receivedAtMs ?? -Infinity),
    };
  }

  #span({ kept }: Entry, atMs: number): Span {
    return kept === undefined ? ALWAYS_OPEN : kept.sessions.span(kept.sessionId, atMs);
  }

  #ownHours({ instrument }: Entry, intervals: OpeningHours): Kept {
    const { symbol, sessionId } = instrument;
    const schedule = this.#options.sessions.schedule(sessionId);
    const id = ownId(symbol);
    return { sessions: createSessions([{ ...schedule, id, intervals }]), sessionId: id };
  }

  #refresh(entry: Entry, nowMs: number): void {
    const state = this.#stateAt(entry, nowMs);
    if (state === entry.state) return;
    const previous = entry.state;
    entry.state = state;
    this.#changes.tell({ symbol: entry.instrument.symbol, state, previous, atMs: nowMs });
  }

  #stateAt(entry: Entry, nowMs: number): SymbolState {
    if (entry.quote === undefined) return 'none';
    const span = this.#span(entry, nowMs);
    if (entry.hasEnded || !span.isOpen) return 'closed';
    if (entry.halts.size > 0) return 'halted';
    const isOfThisSession = entry.acceptedAtMs >= span.fromMs;
    const isYoung = nowMs - entry.acceptedAtMs < entry.instrument.staleAfterMs;
    if (isOfThisSession && isYoung) return 'live';
    const hasBegun = entry.tickedAtMs >= span.fromMs;
    return hasBegun || nowMs < this.#firstTickDueMs(span) ? 'stale' : 'halted';
  }

  #firstTickDueMs({ fromMs }: Span): number {
    return Math.max(fromMs, this.#openedAtMs) + FIRST_TICK_MS;
  }

  // One timer per symbol, put off when it finds a younger tick: not one per tick.
  #watchStaleness(entry: Entry): void {
    if (entry.cancelStaleTimer !== undefined) return;
    const { clock, scheduler } = this.#options;
    const dueMs = entry.acceptedAtMs + entry.instrument.staleAfterMs;
    entry.cancelStaleTimer = scheduler.after(dueMs - clock.nowMs(), () => {
      entry.cancelStaleTimer = undefined;
      this.#refresh(entry, clock.nowMs());
      // Also while halted: it may be live again before its next tick.
      const isYoung = clock.nowMs() - entry.acceptedAtMs < entry.instrument.staleAfterMs;
      if (isYoung) this.#watchStaleness(entry);
    });
  }

  #watchHours(kept: Kept | undefined): void {
    if (kept !== undefined && !this.#cancelEdgeTimers.has(kept.sessionId)) this.#watchEdges(kept);
  }

  #forgetEdges(symbol: string): void {
    this.#cancelEdgeTimers.get(ownId(symbol))?.();
    this.#cancelEdgeTimers.delete(ownId(symbol));
  }

  #watchEdges(kept: Kept): void {
    const { sessions, sessionId } = kept;
    const { clock, scheduler } = this.#options;
    const nowMs = clock.nowMs();
    const span = sessions.span(sessionId, nowMs);
    const firstTickDueMs = this.#firstTickDueMs(span);
    const dueMs = nowMs < firstTickDueMs ? Math.min(firstTickDueMs, span.untilMs) : span.untilMs;
    if (dueMs === Infinity) return;
    this.#cancelEdgeTimers.set(
      sessionId,
      scheduler.after(dueMs - nowMs, () => {
        for (const entry of this.#entries.values()) {
          if (entry.kept?.sessionId === sessionId) this.#refresh(entry, clock.nowMs());
        }
        this.#watchEdges(kept);
      }),
    );
  }
}

function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

/** Of hours of a symbol's own; no session of a market is named so. */
function ownId(symbol: string): string {
  return `own:${symbol}`;
}

function newEntry({ instrument, keepsSessions }: Listing, sessions: Sessions): Entry {
  const usual = keepsSessions ? { sessions, sessionId: instrument.sessionId } : undefined;
  return {
    instrument,
    usual,
    kept: usual,
    halts: new Set(),
    quote: undefined,
    acceptedAtMs: -Infinity,
    tickedAtMs: -Infinity,
    hasEnded: false,
    state: 'none',
    cancelStaleTimer: undefined,
    frozen: undefined,
  };
}

function isSane({ sellPoints, buyPoints }: Tick): boolean {
  return sellPoints > 0 && buyPoints >= sellPoints && buyPoints <= PRICE_POINTS_MAX;
}
