// The path of a symbol's ticks from its sources to the quote board. Each source has its own filter.
// Of the sources that deliver, the preferred one is quoted; when it becomes silent, the next one
// takes over; when all are silent, the symbol becomes stale.
import type { Instrument } from '@halyard/core/instrument';
import type { RejectReason } from '#adapter/adapter.ts';
import { MINUTE_MS } from '@halyard/core/time';
import type { MarketParameters } from '#catalogue/catalogue.ts';
import type { Clock } from '#clock/clock.ts';
import type { Tick } from '#feed/feed.ts';
import { filterLimits, TickFilter } from '#filter/filter.ts';
import type { Rejection } from '#filter/filter.ts';
import { widenSpread } from '#price/price.ts';
import type { SpreadModel } from '#price/price.ts';
import { LAG_MAX_MS } from '#source-clock/source-clock.ts';
import type { SourceClock } from '#source-clock/source-clock.ts';
import type { QuoteBoard } from '#quote-board/quote-board.ts';

/** A rejected quote and the reason: the evidence in a price dispute. */
export type RejectedQuote = {
  /** The symbol of the rejected quote; undefined if unknown. */
  readonly symbol: string | undefined;
  readonly source: string;
  readonly reason: Rejection | RejectReason | 'closed' | 'outdated' | 'split';
  /** The tick, or the vendor's message if it could not be converted. */
  readonly evidence: Tick | string;
  readonly atMs: number;
};

export type MarketAlert = { readonly symbol: string; readonly atMs: number } & (
  | { readonly kind: 'price-jumped'; readonly source: string }
  | { readonly kind: 'jump-over'; readonly source: string }
  | { readonly kind: 'quotes-late'; readonly source: string; readonly lagMs: number }
  | { readonly kind: 'quotes-on-time'; readonly source: string }
  | { readonly kind: 'source-changed'; readonly from: string; readonly to: string }
  | { readonly kind: 'sources-differ'; readonly sources: readonly string[] }
);

export type PipelineOptions = {
  readonly instrument: Instrument;
  readonly parameters: MarketParameters | undefined;
  /**
   * The symbol's sources in order of preference. Simulated and replayed prices pass no filter; a
   * source without a clock has no lag to measure.
   */
  readonly sources: readonly {
    readonly name: string;
    readonly isReal: boolean;
    readonly clock: SourceClock | undefined;
  }[];
  readonly spread: SpreadModel | undefined;
  readonly board: QuoteBoard;
  readonly clock: Clock;
  readonly onRejected: (rejected: RejectedQuote) => void;
  readonly onAlert: (alert: MarketAlert) => void;
  /** Called when quotes of the symbol may be missed from now on. */
  readonly onInterrupted: (symbol: string) => void;
};

// How long a preferred source must have delivered before it is used again.
const RETURN_MS = 30_000;
// The largest time between two prices that are compared as simultaneous.
const SAME_MOMENT_MS = 2_000;
const DIFFERENCE_MIN = 0.001;
const DIFFERENCE_SPREADS = 3;
// How long quotes must be late, ignoring short gaps, before the operator is alerted.
const LATE_NOTIFIED_MS = 5_000;
const LATE_GAP_MS = MINUTE_MS;

type Source = {
  readonly name: string;
  readonly filter: TickFilter | undefined;
  readonly clock: SourceClock | undefined;
  isConnected: boolean;
  isTradeable: boolean;
  acceptedAtMs: number;
  /** When the source last began to deliver without a gap. */
  wellSinceMs: number;
  /** The market opening for which its filter was last restarted. */
  sessionFromMs: number;
  /** Set while the source's quotes arrive too late to trade. */
  late: { readonly sinceMs: number; lastAtMs: number; isNotified: boolean } | undefined;
};

/** Owns the filters and the choice of source of one symbol. */
export class SymbolPipeline {
  readonly #options: PipelineOptions;
  readonly #sources: readonly Source[];
  #active: Source | undefined;
  #spread: SpreadModel | undefined;
  #differsSinceMs: number | undefined;
  #hasToldDifference = false;

  constructor(options: PipelineOptions) {
    const { instrument, parameters } = options;
    this.#options = options;
    this.#spread = options.spread;
    this.#sources = options.sources.map(({ name, isReal, clock }) => ({
      name,
      clock,
      filter:
        isReal && parameters !== undefined
          ? new TickFilter(filterLimits(instrument, parameters))
          : undefined,
      isConnected: true,
      isTradeable: true,
      acceptedAtMs: -Infinity,
      wellSinceMs: -Infinity,
      sessionFromMs: -Infinity,
      late: undefined,
    }));
  }

  tick(index: number, tick: Tick): void {
    const source = this.#sources[index];
    const nowMs = this.#options.clock.nowMs();
    const span = this.#options.board.span(tick.symbol);
    if (source === undefined || span === undefined) return;
    if (!span.isOpen) {
      this.#reject(source, { tick, reason: 'closed' }, nowMs);
      return;
    }
    if (span.fromMs > source.sessionFromMs) {
      source.sessionFromMs = span.fromMs;
      source.filter?.restart();
    }
    const lagMs = source.clock?.note(tick.symbol, tick.sourceAtMs, nowMs) ?? 0;
    if (lagMs > LAG_MAX_MS) {
      this.#dropLate(source, { tick, lagMs }, nowMs);
      return;
    }
    this.#endLate(source, nowMs);
    const verdict = source.filter?.judge(tick, nowMs) ?? { kind: 'accepted', tick };
    if (verdict.kind === 'accepted') {
      this.#pass(source, verdict.tick, nowMs);
      return;
    }
    const { reason, isHalted } = verdict;
    this.#reject(source, { tick, reason }, nowMs);
    const agreeing = reason === 'hard-jump' ? this.#agreeing(source, nowMs) : [];
    if (agreeing.length > 0) {
      // Two sources quote the jumped price, so every source that holds it accepts it.
      for (const one of [source, ...agreeing]) {
        const held = one.filter?.confirm();
        if (held !== undefined) this.#pass(one, held, nowMs);
      }
      return;
    }
    if (source === this.#active || this.#active === undefined) this.#halt(source, isHalted, nowMs);
  }

  /** Restarts the filters: after a split, earlier prices are not comparable. */
  restart(): void {
    for (const source of this.#sources) source.filter?.restart();
    this.#options.board.setHalted(this.#symbol, 'jump', false);
  }

  /** Sets the extra spread from the next tick on. */
  setSpread(spread: SpreadModel | undefined): void {
    this.#spread = spread;
  }

  /**
   * Records whether a source is connected. A source that disconnects must settle again when it
   * returns.
   */
  setConnected(index: number, isConnected: boolean): void {
    const source = this.#sources[index];
    if (source === undefined || source.isConnected === isConnected) return;
    source.isConnected = isConnected;
    if (isConnected) return;
    source.acceptedAtMs = -Infinity;
    source.filter?.restart();
    if (source !== this.#active) return;
    this.#options.board.disconnect(this.#symbol);
    this.#options.onInterrupted(this.#symbol);
  }

  /** Records that the vendor halts the symbol, or permits trading again. */
  setTradeable(index: number, isTradeable: boolean): void {
    const source = this.#sources[index];
    if (source === undefined) return;
    source.isTradeable = isTradeable;
    const isQuoted = source === (this.#active ?? source);
    if (isQuoted) this.#options.board.setHalted(this.#symbol, 'vendor', !isTradeable);
  }

  get #symbol(): string {
    return this.#options.instrument.symbol;
  }

  #pass(source: Source, tick: Tick, nowMs: number): void {
    if (!this.#isWell(source, nowMs)) source.wellSinceMs = nowMs;
    source.acceptedAtMs = nowMs;
    this.#choose(source, nowMs);
    this.#compare(source, nowMs);
    if (source !== this.#active) return;
    this.#options.board.setHalted(this.#symbol, 'vendor', !source.isTradeable);
    this.#halt(source, false, nowMs);
    const spread = this.#spread;
    const priced = spread === undefined ? tick : { ...tick, ...widenSpread(tick, spread) };
    const { board } = this.#options;
    const isTaken = board.accept(priced, source.name, this.#givenAtMs(source, tick, nowMs));
    const isFrozen = !isTaken && board.isHalted(this.#symbol, 'split');
    if (isFrozen) this.#reject(source, { tick, reason: 'split' }, nowMs);
  }

  #givenAtMs({ clock }: Source, { sourceAtMs }: Tick, nowMs: number): number {
    return clock?.givenAtMs(sourceAtMs, nowMs) ?? nowMs;
  }

  /**
   * Drops a late quote. A customer with a faster feed would know a newer price, so the symbol is
   * stale until a quote is on time.
   */
  #dropLate(
    source: Source,
    { tick, lagMs }: { readonly tick: Tick; readonly lagMs: number },
    nowMs: number,
  ): void {
    this.#reject(source, { tick, reason: 'outdated' }, nowMs);
    source.acceptedAtMs = -Infinity;
    if (source.late === undefined || nowMs - source.late.lastAtMs > LATE_GAP_MS) {
      source.late = {
        sinceMs: nowMs,
        lastAtMs: nowMs,
        isNotified: source.late?.isNotified ?? false,
      };
      if (source === this.#active) this.#options.onInterrupted(this.#symbol);
    }
    if (source === this.#active) this.#options.board.disconnect(this.#symbol);
    source.late.lastAtMs = nowMs;
    if (source.late.isNotified || nowMs - source.late.sinceMs < LATE_NOTIFIED_MS) return;
    source.late.isNotified = true;
    const { name } = source;
    this.#alert({ kind: 'quotes-late', source: name, lagMs, symbol: this.#symbol, atMs: nowMs });
  }

  #endLate(source: Source, nowMs: number): void {
    const wasNotified = source.late?.isNotified === true;
    source.late = undefined;
    if (!wasNotified) return;
    const { name } = source;
    this.#alert({ kind: 'quotes-on-time', source: name, symbol: this.#symbol, atMs: nowMs });
  }

  /**
   * Chooses the source to quote: one that has just delivered replaces one that fails or has a lower
   * preference.
   */
  #choose(source: Source, nowMs: number): void {
    const active = this.#active;
    if (active === source) return;
    const isPreferred =
      active !== undefined &&
      this.#sources.indexOf(source) < this.#sources.indexOf(active) &&
      nowMs - source.wellSinceMs >= RETURN_MS;
    if (active !== undefined && this.#isWell(active, nowMs) && !isPreferred) return;
    this.#active = source;
    if (active === undefined) return;
    const change = { from: active.name, to: source.name };
    this.#alert({ kind: 'source-changed', ...change, symbol: this.#symbol, atMs: nowMs });
  }

  #isWell(source: Source, nowMs: number): boolean {
    const patienceMs = this.#options.instrument.staleAfterMs / 2;
    const canDeliver = source.isConnected && source.isTradeable;
    return canDeliver && nowMs - source.acceptedAtMs < patienceMs;
  }

  #halt(source: Source, isHalted: boolean, nowMs: number): void {
    const { board } = this.#options;
    const wasHalted = board.isHalted(this.#symbol, 'jump');
    if (wasHalted === isHalted) return;
    board.setHalted(this.#symbol, 'jump', isHalted);
    const kind = isHalted ? 'price-jumped' : 'jump-over';
    this.#alert({ kind, source: source.name, symbol: this.#symbol, atMs: nowMs });
  }

  /** Returns the other sources that quote the price of `source` at this moment. */
  #agreeing(source: Source, nowMs: number): readonly Source[] {
    const own = source.filter?.newest;
    if (own === undefined) return [];
    return this.#sources.filter((other) => {
      const newest = other === source ? undefined : other.filter?.newest;
      if (newest === undefined || nowMs - newest.atMs > SAME_MOMENT_MS) return false;
      const difference = Math.abs(Math.log(own.mid / newest.mid));
      return difference <= (source.filter?.softBound(SAME_MOMENT_MS) ?? 0);
    });
  }

  /** Reports, once per occurrence, that two sources have disagreed for a while. */
  #compare(source: Source, nowMs: number): void {
    const own = source.filter?.newest;
    const other = this.#sources.find(
      (one) => one !== source && nowMs - one.acceptedAtMs <= SAME_MOMENT_MS,
    );
    const theirs = other?.filter?.newest;
    if (own === undefined || other === undefined || theirs === undefined) return;
    const spread = this.#options.board.quote(this.#symbol);
    const share = spread === undefined ? 0 : (spread.askPoints - spread.bidPoints) / own.mid;
    const bound = Math.max(DIFFERENCE_SPREADS * share, DIFFERENCE_MIN);
    if (Math.abs(Math.log(own.mid / theirs.mid)) <= bound) {
      this.#differsSinceMs = undefined;
      this.#hasToldDifference = false;
      return;
    }
    this.#differsSinceMs ??= nowMs;
    if (this.#hasToldDifference || nowMs - this.#differsSinceMs <= SAME_MOMENT_MS) return;
    this.#hasToldDifference = true;
    const sources = [source.name, other.name];
    this.#alert({ kind: 'sources-differ', sources, symbol: this.#symbol, atMs: nowMs });
  }

  #reject(
    { name }: Source,
    { tick, reason }: { readonly tick: Tick; readonly reason: RejectedQuote['reason'] },
    atMs: number,
  ): void {
    const { symbol } = tick;
    this.#options.onRejected({ symbol, source: name, reason, evidence: tick, atMs });
  }

  #alert(alert: MarketAlert): void {
    this.#options.onAlert(alert);
  }
}
