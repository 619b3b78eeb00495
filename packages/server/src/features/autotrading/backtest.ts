// Back-tests the strategy on past candles with its own code, sizes and limits, on an account under
// the engine's rules. An order fills at the first price after its candle, with spread and mark-up,
// and overnight financing is charged. Inside a candle the price moves from the first price to the
// extreme against the candle's direction, to the other extreme, to the last price.
import type { EngineRules } from '@halyard/core/engine';
import { points } from '@halyard/core/instrument';
import type { Instrument, Points } from '@halyard/core/instrument';
import { addCents, cents, ZERO_CENTS } from '@halyard/core/money';
import type { Cents } from '@halyard/core/money';
import type { ClosedPosition, Position } from '@halyard/core/position';
import { HOUR_MS } from '@halyard/core/time';
import { askFromBid } from '@halyard/market';
import type { Candle } from '@halyard/market';
import { lastNight, listNights } from '#features/trading/trading.ts';
import { PastKeeper } from './past-keeper.ts';
import { planEntry } from './plan-entry.ts';
import { createPracticeAccount, PRACTICE_TERMS } from './practice-account.ts';
import type { PracticeAccount } from './practice-account.ts';
import { createStrategy, judgeEntry, judgeExit } from './strategy.ts';
import type { Reading } from './strategy.ts';
import { walkCandle } from './walk-candle.ts';

/** How many candles are processed before other work runs. */
const CANDLES_PER_TURN = 200;
/**
 * The minimum time between two financing days. A day has at least 23 hours, even when clocks
 * change.
 */
const NIGHT_MIN_MS = 22 * HOUR_MS;

export type BacktestOptions = {
  readonly instrument: Instrument;
  /** The spread in hundredths of a basis point of the bid. */
  readonly spreadCentiBps: number;
  readonly rules: EngineRules;
  readonly timeframeMs: number;
  /** The candles to test on, ascending. */
  readonly candles: readonly Candle[];
  /** The start of the test. Earlier candles only warm up the averages. */
  readonly fromMs: number;
  readonly depositCents: Cents;
  readonly riskBps: number;
  readonly signal: AbortSignal;
  readonly onProgress: (candles: number) => void;
  readonly breathe: () => Promise<void>;
};

export type BacktestResult = {
  readonly trades: readonly ClosedPosition[];
  /** The positions that are still open at the last price. */
  readonly open: readonly Position[];
  readonly equityCents: Cents;
  /** The overnight financing paid in total; negative for a credit. */
  readonly financingCents: Cents;
  /** The largest fall of the equity from a peak, and that peak. */
  readonly drawdown: { readonly cents: Cents; readonly ofCents: Cents };
  /** The number of signals that were not traded, by reason. */
  readonly unfollowed: ReadonlyMap<string, number>;
};

/** Runs the back-test. Throws the signal's reason when aborted. */
export async function runBacktest(options: BacktestOptions): Promise<BacktestResult> {
  const run = new Backtest(options);
  const { candles, signal, onProgress, breathe } = options;
  for (let from = 0; from < candles.length; from += CANDLES_PER_TURN) {
    signal.throwIfAborted();
    for (const candle of candles.slice(from, from + CANDLES_PER_TURN)) run.take(candle);
    onProgress(Math.min(from + CANDLES_PER_TURN, candles.length));
    await breathe();
  }
  return run.result();
}

/** Owns the practice account, the strategy and the counters. */
class Backtest {
  readonly #options: BacktestOptions;
  readonly #desk: PracticeAccount;
  readonly #strategy = createStrategy();
  readonly #past = new PastKeeper();
  readonly #trades: ClosedPosition[] = [];
  readonly #unfollowed = new Map<string, number>();
  #reading: Reading | undefined;
  #endMs = -Infinity;
  #night: ReturnType<typeof lastNight> | undefined;
  #financingCents = ZERO_CENTS;
  #peakCents: Cents;
  #drawdown: BacktestResult['drawdown'];

  constructor(options: BacktestOptions) {
    this.#options = options;
    this.#desk = createPracticeAccount(options);
    this.#peakCents = options.depositCents;
    this.#drawdown = { cents: ZERO_CENTS, ofCents: options.depositCents };
  }

  take(candle: Candle): void {
    const { timeframeMs, fromMs } = this.#options;
    const { startMs } = candle;
    this.#tick(candle.openPoints, startMs);
    // A signal is traded at the end of its candle or never, as in live trading.
    if (startMs === this.#endMs && startMs >= fromMs) this.#act(startMs);
    const walk = walkCandle(candle);
    walk.forEach((bidPoints, step) => {
      const before = walk[step - 1] ?? candle.openPoints;
      const atMs = startMs + Math.floor((timeframeMs * step) / walk.length);
      for (const level of this.#levelsBetween(before, bidPoints)) this.#tick(level, atMs);
      this.#tick(bidPoints, atMs);
    });
    this.#reading = this.#strategy.add(candle);
    this.#endMs = startMs + timeframeMs;
  }

  result(): BacktestResult {
    return {
      trades: this.#trades,
      open: [...this.#desk.account().positions.values()],
      equityCents: this.#desk.figures().equityCents,
      financingCents: this.#financingCents,
      drawdown: this.#drawdown,
      unfollowed: this.#unfollowed,
    };
  }

  #tick(bidPoints: Points, atMs: number): void {
    const askPoints = askFromBid(bidPoints, this.#options.spreadCentiBps);
    this.#chargeNights(atMs);
    for (const event of this.#desk.tick({ bidPoints, askPoints }, atMs)) {
      if (event.kind === 'position-closed') this.#note(event.position);
    }
    const { equityCents } = this.#desk.figures();
    if (equityCents > this.#peakCents) this.#peakCents = equityCents;
    const fallen = this.#peakCents - equityCents;
    // Compares drawdowns as fractions without dividing: fallen ÷ peak with the largest so far.
    if (fallen * this.#drawdown.ofCents > this.#drawdown.cents * this.#peakCents) {
      this.#drawdown = { cents: cents(fallen), ofCents: this.#peakCents };
    }
  }

  #note(closed: ClosedPosition): void {
    this.#trades.push(closed);
    this.#past.noteClosed(closed);
  }

  #chargeNights(atMs: number): void {
    const last = this.#night;
    if (last !== undefined && atMs < last.cutOffAtMs + NIGHT_MIN_MS) return;
    const night = lastNight(atMs);
    this.#night = night;
    const due = last === undefined ? [] : listNights(last.day, night);
    for (const { day, cutOffAtMs } of due) {
      const before = this.#desk.account().cashCents;
      this.#desk.submit({ kind: 'charge-financing', day, cutOffAtMs }, atMs);
      const paid = cents(before - this.#desk.account().cashCents);
      this.#financingCents = addCents(this.#financingCents, paid);
    }
  }

  #act(atMs: number): void {
    const [position] = this.#desk.account().positions.values();
    if (position === undefined) this.#enter(atMs);
    else this.#exit(position, atMs);
  }

  #exit(position: Position, atMs: number): void {
    const { timeframeMs } = this.#options;
    const at = { cross: this.#reading?.cross, endMs: this.#endMs, timeframeMs };
    if (judgeExit(position, at) === undefined) return;
    const closing = this.#desk.submit(
      { kind: 'close-position', positionId: position.id, amountCents: null, isAutomatic: true },
      atMs,
    );
    if (closing.kind === 'refused') return;
    for (const event of closing.events) {
      if (event.kind === 'position-closed') this.#note(event.position);
    }
  }

  #enter(atMs: number): void {
    const { instrument, rules, riskBps } = this.#options;
    const reading = this.#reading;
    const market = this.#desk.market();
    const { quote } = market;
    if (reading === undefined || quote === undefined) return;
    const judged = judgeEntry(reading, quote.askPoints - quote.bidPoints);
    if (judged.kind === 'wait') return;
    const { direction } = judged;
    const planned = planEntry({
      direction,
      rangePoints: reading.rangePoints,
      riskBps,
      instrument,
      market,
      positions: [],
      figures: this.#desk.figures(),
      terms: PRACTICE_TERMS,
      regime: rules.regime,
      past: this.#past.at(atMs),
      atMs,
    });
    if (planned.kind === 'refused') {
      this.#unfollowed.set(planned.code, (this.#unfollowed.get(planned.code) ?? 0) + 1);
      return;
    }
    const { amountCents, leverage, requestedPoints, stopPoints, targetPoints } = planned;
    const { symbol } = instrument;
    const levels = { stopPoints, targetPoints };
    const order = { direction, symbol, amountCents, leverage, requestedPoints, ...levels };
    const opening = this.#desk.submit({ kind: 'open-position', ...order, isAutomatic: true }, atMs);
    if (opening.kind === 'done') this.#past.noteOpened(atMs);
  }

  /** Returns the levels of the open position that the price passes, as bids. */
  #levelsBetween(from: Points, to: Points): readonly Points[] {
    const levels: number[] = [];
    for (const position of this.#desk.account().positions.values()) {
      for (const level of [position.stopPoints, position.targetPoints, position.stopOutPoints]) {
        if (level !== null) levels.push(...this.#sellPricesAt(position, level));
      }
    }
    const [low, high] = from < to ? [from, to] : [to, from];
    return levels
      .filter((level) => level > low && level < high)
      .toSorted((one, other) => (from < to ? one - other : other - one))
      .map((level) => points(level));
  }

  /** A sell position closes at the ask: returns the bids on either side of its level. */
  #sellPricesAt({ direction }: Position, level: Points): readonly number[] {
    if (direction === 'buy') return [level];
    const { spreadCentiBps } = this.#options;
    const near = Math.floor((level * 1_000_000) / (1_000_000 + spreadCentiBps));
    return [near, near + 1].filter((one) => one > 0);
  }
}
