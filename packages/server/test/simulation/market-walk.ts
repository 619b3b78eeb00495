// Six symbols wilder than any real ones: gaps of up to 20 %, sessions that close, halts, late and
// repeated quotes.
import type { MarketCommand, Night } from '@halyard/core/engine';
import { CATEGORIES, points, SYMBOL_STATES } from '@halyard/core/instrument';
import type { Instrument, Quote, SymbolState } from '@halyard/core/instrument';

import { MINUTE_MS } from '@halyard/core/time';
import type { Chance } from './chance.ts';
import { count } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';

const START_POINTS = [115_150, 970_000, 20_000, 345_678, 150, 80_000];
const CAPS = [30, 2, 5, 10, 20, 30];
const STALE_AFTER_MS = [15_000, 10_000, MINUTE_MS, 30_000, 30_000, 20_000];
const SESSION_MS_MAX = 40 * MINUTE_MS;
const VERY_LATE_MS = 70_000;
const NIGHTS_MAX = 3;

export const INSTRUMENTS: readonly Instrument[] = START_POINTS.map((_, index) => ({
  symbol: `S${index}`,
  name: '',
  category: CATEGORIES[index % CATEGORIES.length] ?? 'forex',
  decimals: 2,
  leverageMaxRetail: CAPS[index] ?? 30,
  amountMaxCents: 400_000,
  staleAfterMs: STALE_AFTER_MS[index] ?? 10_000,
  chartSymbol: '',
  sessionId: 'always',
}));

type Walk = { quote: Quote; state: SymbolState; closesAtMs: number | undefined };

export class MarketWalk {
  readonly #chance: Chance;
  readonly #counts: Counts;
  readonly #walks = new Map<string, Walk>();
  /** Those that are not charged yet, or begin soon. */
  readonly nights: Night[] = [];
  #nightCount = 0;
  #sequence = 0;

  constructor(chance: Chance, counts: Counts, nowMs: number) {
    this.#chance = chance;
    this.#counts = counts;
    INSTRUMENTS.forEach(({ symbol }, index) => {
      const quote = this.#quote(symbol, START_POINTS[index] ?? 1, nowMs);
      this.#walks.set(symbol, { quote, state: 'live', closesAtMs: undefined });
    });
  }

  quote(symbol: string): Quote {
    return this.#walk(symbol).quote;
  }

  /** What a program that begins, or goes on after a stop, is told at first. */
  list(atMs: number): readonly MarketCommand[] {
    const quotes = [...this.#walks.values()].map(({ quote }) => toTick(quote, atMs));
    const states = INSTRUMENTS.map(({ symbol }) => this.#state(symbol, atMs));
    const { nights } = this;
    return [{ kind: 'set-nights', atMs, nights: [...nights] }, ...quotes, ...states];
  }

  next(atMs: number): MarketCommand {
    const chance = this.#chance;
    const { symbol } = chance.pick(INSTRUMENTS);
    const isClosed = this.#walk(symbol).state !== 'live';
    if (chance.happens(isClosed ? 0.2 : 0.015)) return this.#change(symbol, atMs);
    if (chance.happens(0.02)) return this.#beginNight(atMs);
    if (chance.happens(0.01)) {
      count(this.#counts, 'a repeated tick');
      return toTick(this.quote(symbol), atMs);
    }
    return this.tick(symbol, atMs);
  }

  /** The next quote of a symbol. */
  tick(symbol: string, atMs: number): MarketCommand {
    const chance = this.#chance;
    const walk = this.#walk(symbol);
    const start = START_POINTS[INSTRUMENTS.findIndex((one) => one.symbol === symbol)] ?? 1;
    const isGap = chance.happens(0.03);
    if (isGap) count(this.#counts, 'a gap of up to 20 %');
    const permille = isGap ? chance.between(-200, 200) : chance.share() * 6 - 3;
    const moved = Math.round((walk.quote.bidPoints * (1_000 + permille)) / 1_000);
    const sell = Math.min(start * 3, Math.max(Math.ceil(start / 3), moved));
    walk.quote = this.#quote(symbol, sell, atMs);
    return toTick(walk.quote, atMs);
  }

  /** All symbols trade again. */
  heal(atMs: number): readonly MarketCommand[] {
    return INSTRUMENTS.map(({ symbol }) => {
      Object.assign(this.#walk(symbol), { state: 'live', closesAtMs: undefined });
      return this.#state(symbol, atMs);
    });
  }

  #beginNight(atMs: number): MarketCommand {
    this.#nightCount += this.#chance.between(1, 2);
    const day = new Date(Date.UTC(2026, 0, this.#nightCount)).toISOString().slice(0, 10);
    const before = this.nights.at(-1)?.cutOffAtMs ?? 0;
    if (this.nights.length === NIGHTS_MAX) this.nights.shift();
    const cutOffAtMs = Math.max(before + 1, atMs + this.#chance.between(-2_000, 8_000));
    this.nights.push({ day, cutOffAtMs });
    return { kind: 'set-nights', atMs, nights: [...this.nights] };
  }

  #change(symbol: string, atMs: number): MarketCommand {
    const chance = this.#chance;
    const isLive = this.#walk(symbol).state === 'live';
    const state = isLive ? chance.pick(SYMBOL_STATES) : 'live';
    const isEnding = chance.happens(0.3);
    const closesAtMs = isEnding ? atMs + chance.between(1, SESSION_MS_MAX) : undefined;
    Object.assign(this.#walk(symbol), { state, closesAtMs });
    count(this.#counts, `a symbol ${state}`);
    return this.#state(symbol, atMs);
  }

  #state(symbol: string, atMs: number): MarketCommand {
    const { state, closesAtMs } = this.#walk(symbol);
    const ending = closesAtMs === undefined ? {} : { closesAtMs };
    return { kind: 'set-symbol-state', atMs, symbol, state, ...ending };
  }

  #quote(symbol: string, sell: number, atMs: number): Quote {
    const chance = this.#chance;
    this.#sequence += 1;
    const spread = sell * chance.share() * (chance.happens(0.03) ? 0.03 : 0.000_4);
    const isVeryLate = chance.happens(0.015);
    if (isVeryLate) count(this.#counts, 'a tick that is too late');
    return {
      symbol,
      bidPoints: points(sell),
      askPoints: points(sell + Math.floor(spread)),
      sequence: this.#sequence,
      source: 'simulation',
      sourceAtMs: atMs,
      receivedAtMs: atMs - (isVeryLate ? VERY_LATE_MS : chance.between(0, 200)),
    };
  }

  #walk(symbol: string): Walk {
    const walk = this.#walks.get(symbol);
    if (walk === undefined) throw new Error(`${symbol} is not traded.`);
    return walk;
  }
}

function toTick(quote: Quote, atMs: number): MarketCommand {
  return { kind: 'accept-tick', atMs, quote };
}

export function instrumentOf(symbol: string): Instrument {
  const instrument = INSTRUMENTS.find((one) => one.symbol === symbol);
  if (instrument === undefined) throw new Error(`${symbol} is not traded.`);
  return instrument;
}
