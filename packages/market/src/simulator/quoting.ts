// Converts a path to quotes: 128 ticks per minute, each symbol at its own offset so that they don't
// all move at once. The path is the bid; the ask lies a spread above it.
import { points } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { DAY_MS, MINUTE_MS } from '@halyard/core/time';
import type { MarketParameters } from '#catalogue/catalogue.ts';
import type { Tick } from '#feed/feed.ts';
import type { Sessions, Span } from '#session/session.ts';
import { MINUTE_TICKS } from './minute-path.ts';
import type { Profile } from './profiles.ts';
import { DAY_MINUTES } from './season.ts';
import { isQuoted } from './symbol-path.ts';
import type { SymbolPath } from './symbol-path.ts';

/** The time from a tick to the next: 468.75 ms. */
export const TICK_MS = MINUTE_MS / MINUTE_TICKS;

// The weight of volatility in the spread: usual spread × volatility × quietness × nearness of an
// edge × jitter.
const VOLATILITY_WEIGHT = 0.6;
const QUIETNESS_POWER = 0.3;
const QUIETNESS_MAX = 1.6;
const JITTER = 0.1;
const SPREAD_FACTOR_MAX = 8;
const CENTI_BPS_PER_ONE = 1_000_000;

export type QuotedSymbol = {
  readonly instrument: Instrument;
  readonly parameters: MarketParameters;
  readonly profile: Profile;
  readonly path: SymbolPath;
  readonly openMinutesWeek: number;
  /** The delay of the symbol's tick after the common grid, shorter than TICK_MS. */
  readonly offsetMs: number;
};

export type Quoting = {
  /** Returns the number of the newest tick at `atMs`, whether the market is open or not. */
  tickNumber(atMs: number): number;
  /** Returns whether the market is open at a tick. */
  isQuotedAt(tickNumber: number): boolean;
  tick(tickNumber: number): Tick;
  /** Returns the newest tick at or before `atMs` at which the market was open. */
  lastTickNumber(atMs: number): number;
};

/** Returns the ticks of one symbol, numbered from 1970. */
export function createQuoting(quoted: QuotedSymbol, sessions: Sessions): Quoting {
  const { instrument, path, offsetMs } = quoted;
  const { sessionId, symbol } = instrument;
  const scale = 10 ** instrument.decimals;
  const logs = new Float64Array(MINUTE_TICKS + 1);
  let filledMinute = NaN;
  let spreadFactor = 1;

  const fill = (minuteNumber: number): void => {
    if (filledMinute === minuteNumber) return;
    const ticks = path.day(Math.floor(minuteNumber / DAY_MINUTES));
    const minute = minuteNumber % DAY_MINUTES;
    ticks.fill(minute, logs);
    const span = sessions.span(sessionId, minuteNumber * MINUTE_MS);
    const { weightBefore } = ticks.shape;
    spreadFactor = minuteSpreadFactor(quoted, {
      liveliness: ticks.liveliness(minute),
      weight: (weightBefore[minute + 1] ?? 0) - (weightBefore[minute] ?? 0),
      isAtEdge: isAtEdge(quoted.profile, span, minuteNumber * MINUTE_MS),
    });
    filledMinute = minuteNumber;
  };
  const tickNumber = (atMs: number): number => Math.floor((atMs - offsetMs) / TICK_MS);

  return {
    tickNumber,
    isQuotedAt: (number) =>
      sessions.isOpen(sessionId, Math.floor(number / MINUTE_TICKS) * MINUTE_MS),
    lastTickNumber(atMs) {
      const number = tickNumber(atMs);
      const span = sessions.span(sessionId, Math.floor(number / MINUTE_TICKS) * MINUTE_MS);
      return span.isOpen ? number : (span.fromMs / MINUTE_MS) * MINUTE_TICKS - 1;
    },
    tick(number) {
      fill(Math.floor(number / MINUTE_TICKS));
      const index = number % MINUTE_TICKS;
      const bidPoints = toPoints(logs[index] ?? 0, scale);
      const jitter = 1 + JITTER * (((number * 0.618_034) % 1) * 2 - 1);
      const spread =
        (bidPoints * quoted.parameters.spreadCentiBps * spreadFactor * jitter) / CENTI_BPS_PER_ONE;
      const askPoints = points(bidPoints + Math.max(1, Math.ceil(spread)));
      return { symbol, bidPoints, askPoints, sourceAtMs: Math.ceil(number * TICK_MS) + offsetMs };
    },
  };
}

/** Returns a log price as points of the instrument, at least one. */
export function toPoints(log: number, scale: number): Points {
  return points(Math.max(1, Math.round(Math.exp(log) * scale)));
}

type MinuteState = {
  readonly liveliness: number;
  readonly weight: number;
  readonly isAtEdge: boolean;
};

function minuteSpreadFactor(quoted: QuotedSymbol, minute: MinuteState): number {
  const { profile, openMinutesWeek } = quoted;
  const volatility = 1 + VOLATILITY_WEIGHT * Math.max(0, Math.sqrt(minute.liveliness) - 1);
  const quietness = (1 / (openMinutesWeek * minute.weight)) ** QUIETNESS_POWER;
  const edge = minute.isAtEdge ? profile.edgeSpreadFactor : 1;
  const factor = volatility * Math.min(Math.max(1, quietness), QUIETNESS_MAX) * edge;
  return Math.min(factor, SPREAD_FACTOR_MAX);
}

function isAtEdge({ edgeMinutes }: Profile, span: Span, minuteMs: number): boolean {
  const edgeMs = edgeMinutes * MINUTE_MS;
  return minuteMs - span.fromMs < edgeMs || span.untilMs - minuteMs <= edgeMs;
}

/** Calls `visit` with each open minute of a day and the log prices of its ticks, in order. */
export function visitMinutes(
  path: SymbolPath,
  day: number,
  visit: (startMs: number, logs: Float64Array, volume: number) => void,
): void {
  const ticks = path.day(day);
  const logs = new Float64Array(MINUTE_TICKS + 1);
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    if (!isQuoted(ticks, minute)) continue;
    ticks.fill(minute, logs);
    visit(day * DAY_MS + minute * MINUTE_MS, logs, ticks.volume(minute));
  }
}
