// What the board knows of one symbol, and the state that follows from it at an instant.
import { PRICE_POINTS_MAX } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';
import { MINUTE_MS } from '@halyard/core/time';
import type { Tick } from '#feed/feed.ts';
import { createSessions } from '#session/session.ts';
import type { OpeningHours, Sessions, Span } from '#session/session.ts';

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

/** The hours that a symbol keeps: those of its market, shared with others, or its own. */
export type Kept = { readonly sessions: Sessions; readonly sessionId: string };

export type Entry = {
  readonly instrument: Instrument;
  /** Those of the market; undefined when its feed quotes at any hour. */
  readonly usual: Kept | undefined;
  kept: Kept | undefined;
  readonly halts: Set<HaltCause>;
  quote: Quote | undefined;
  /**
   * When the last tick to trade on was given, by our own clock; -Infinity before the first, or once
   * its source is gone.
   */
  givenAtMs: number;
  /** When the last tick to trade on came in, whatever became of its source. */
  tickedAtMs: number;
  hasEnded: boolean;
  state: SymbolState;
  staleTimer: { readonly dueMs: number; readonly cancel: () => void } | undefined;
  /** While it is frozen: the newest tick that was not taken. */
  frozen: { newest: Tick | undefined } | undefined;
};

/** An open market whose first tick takes longer has a halt that nobody told us of. */
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

/** The hours of the symbol's own, with the time zone and the holidays of its market. */
export function ownHours(
  { symbol, sessionId }: Instrument,
  intervals: OpeningHours,
  sessions: Sessions,
): Kept {
  const id = ownSessionId(symbol);
  const schedule = { ...sessions.schedule(sessionId), id, intervals };
  return { sessions: createSessions([schedule]), sessionId: id };
}

/** Of hours of a symbol's own; no session of a market is named so. */
export function ownSessionId(symbol: string): string {
  return `own:${symbol}`;
}

/** The open or closed span the symbol's market is in. */
export function spanOf({ kept }: Entry, atMs: number): Span {
  return kept === undefined ? ALWAYS_OPEN : kept.sessions.span(kept.sessionId, atMs);
}

/** The state of a symbol of a board that has watched since `watchedFromMs`. */
export function stateAt(entry: Entry, nowMs: number, watchedFromMs: number): SymbolState {
  if (entry.quote === undefined) return 'none';
  const span = spanOf(entry, nowMs);
  if (entry.hasEnded || !span.isOpen) return 'closed';
  if (entry.halts.size > 0) return 'halted';
  if (entry.givenAtMs >= span.fromMs && isYoung(entry, nowMs)) return 'live';
  const hasBegun = entry.tickedAtMs >= span.fromMs;
  return hasBegun || nowMs < firstTickDueMs(span, watchedFromMs) ? 'stale' : 'halted';
}

/** Whether the last tick is within the age that the instrument allows. */
export function isYoung({ givenAtMs, instrument }: Entry, nowMs: number): boolean {
  return nowMs - givenAtMs < instrument.staleAfterMs;
}

/** When a tick is missing that the open market of the span should have brought. */
export function firstTickDueMs({ fromMs }: Span, watchedFromMs: number): number {
  return Math.max(fromMs, watchedFromMs) + FIRST_TICK_MS;
}

/** Whether a price can be what the engine is owed: above zero, not crossed, within the limit. */
export function isSane({ sellPoints, buyPoints }: Tick): boolean {
  return sellPoints > 0 && buyPoints >= sellPoints && buyPoints <= PRICE_POINTS_MAX;
}
