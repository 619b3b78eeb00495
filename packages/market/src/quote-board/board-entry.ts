// The board's data of one symbol, and the state that follows from it at an instant.
import { PRICE_POINTS_MAX } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import type { Tick } from '#feed/feed.ts';
import { createSessions } from '#session/session.ts';
import type { OpeningHours, Sessions, Span } from '#session/session.ts';

export type Listing = {
  readonly instrument: Instrument;
  /** Whether the feed follows the symbol's trading hours; false if it quotes at any hour. */
  readonly keepsSessions: boolean;
};

/**
 * Why a symbol is halted: its prices jumped and are not confirmed, its vendor or the operator
 * halted it, or it was split, in which case its quotes are ignored, too.
 */
export type HaltCause = 'jump' | 'vendor' | 'operator' | 'split';

/** A symbol's trading hours: its market's, shared with other symbols, or its own. */
export type Kept = { readonly sessions: Sessions; readonly sessionId: string };

export type Entry = {
  readonly instrument: Instrument;
  /** The market's trading hours; undefined if the symbol's feed quotes at any hour. */
  readonly usual: Kept | undefined;
  kept: Kept | undefined;
  readonly halts: Set<HaltCause>;
  quote: Quote | undefined;
  /**
   * The time of the last tradable tick, by our own clock; -Infinity before the first, or when its
   * source is gone.
   */
  givenAtMs: number;
  /** The arrival time of the last tradable tick, even if its source has disconnected since. */
  tickedAtMs: number;
  hasEnded: boolean;
  state: SymbolState;
  staleTimer: { readonly dueMs: number; readonly cancel: () => void } | undefined;
  /** Set while the symbol is frozen, with the newest ignored tick. */
  frozen: { newest: Tick | undefined } | undefined;
};

/**
 * How long an open market may take until its first tick. After that the symbol is halted, because
 * the market probably has an unannounced halt.
 */
const FIRST_TICK_MS = MINUTE_MS;
const ALWAYS_OPEN: Span = { isOpen: true, fromMs: -Infinity, untilMs: Infinity };

export function newEntry({ instrument, keepsSessions }: Listing, sessions: Sessions): Entry {
  const usual = keepsSessions ? { sessions, sessionId: instrument.sessionId } : undefined;
  return {
    instrument,
    usual,
    kept: usual,
    halts: new Set(),
    quote: undefined,
    givenAtMs: -Infinity,
    tickedAtMs: -Infinity,
    hasEnded: false,
    state: 'none',
    staleTimer: undefined,
    frozen: undefined,
  };
}

/** Returns the symbol's own hours, in its market's time zone and with its holidays. */
export function ownHours(
  { symbol, sessionId }: Instrument,
  intervals: OpeningHours,
  sessions: Sessions,
): Kept {
  const id = ownSessionId(symbol);
  const schedule = { ...sessions.schedule(sessionId), id, intervals };
  return { sessions: createSessions([schedule]), sessionId: id };
}

/** Returns the session name of a symbol's own hours, which no market uses. */
export function ownSessionId(symbol: string): string {
  return `own:${symbol}`;
}

/** Returns the open or closed span of the symbol's market. */
export function spanOf({ kept }: Entry, atMs: number): Span {
  return kept === undefined ? ALWAYS_OPEN : kept.sessions.span(kept.sessionId, atMs);
}

/** Returns the state of a symbol on a board that has received ticks since `watchedFromMs`. */
export function stateAt(entry: Entry, nowMs: number, watchedFromMs: number): SymbolState {
  if (entry.quote === undefined) return 'none';
  const span = spanOf(entry, nowMs);
  if (entry.hasEnded || !span.isOpen) return 'closed';
  if (entry.halts.size > 0) return 'halted';
  if (entry.givenAtMs >= span.fromMs && isYoung(entry, nowMs)) return 'live';
  const hasBegun = entry.tickedAtMs >= span.fromMs;
  return hasBegun || nowMs < firstTickDueMs(span, watchedFromMs) ? 'stale' : 'halted';
}

/** Returns whether the last tick is within the maximum age of the instrument. */
export function isYoung({ givenAtMs, instrument }: Entry, nowMs: number): boolean {
  return nowMs - givenAtMs < instrument.staleAfterMs;
}

/** Returns when the first tick of an open market is overdue. */
export function firstTickDueMs({ fromMs }: Span, watchedFromMs: number): number {
  return Math.max(fromMs, watchedFromMs) + FIRST_TICK_MS;
}

/** Returns whether a price is valid for the engine: above zero, not crossed, within the limit. */
export function isSane({ bidPoints, askPoints }: Tick): boolean {
  return bidPoints > 0 && askPoints >= bidPoints && askPoints <= PRICE_POINTS_MAX;
}
