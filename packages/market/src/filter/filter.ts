// Filters bad ticks of one symbol from one source. A tick is accepted, rejected with a reason, or
// held: a price that jumped is accepted when the following ticks confirm it. The filter never waits
// for a person. In order:
//
// 1. A price that is implausible, crossed, late or in the future is rejected.
//
// 2. A quote that is far wider than usual is rejected.
//
// 3. After a start, the median of the first three ticks is the first price.
//
// 4. A hard jump halts the symbol. It is accepted after HARD_TICKS ticks over at least HARD_MS that
// lie within the soft bound of one another, or when another source agrees. Once halted, a tick that
// agrees with the last one counts on either side of the hard bound.
//
// 5. A soft jump is held. It is accepted after SOFT_TICKS ticks, or SOFT_MS, that lie within half
// of it.
//
// 6. Everything else is accepted; a tick near the last accepted price drops the held ones.
import { points } from '@halyard/core/instrument';
import type { Tick } from '#feed/feed.ts';
import type { FilterLimits } from './limits.ts';
import { Movement } from './movement.ts';

export type { FilterLimits } from './limits.ts';
export { filterLimits } from './limits.ts';

export const REJECTIONS = [
  'out-of-range',
  'crossed',
  'late',
  'future',
  'wide',
  'settling',
  'soft-jump',
  'hard-jump',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

export type Verdict =
  | { readonly kind: 'accepted'; readonly tick: Tick }
  | { readonly kind: 'refused'; readonly reason: Rejection; readonly isHalted: boolean };

const REFERENCE_MULTIPLE = 100;
const LATE_MS = 1_000;
const FUTURE_MS = 2_000;
const WIDE_MEDIANS = 20;
const SETTLING_TICKS = 3;
const SOFT_TICKS = 3;
const SOFT_MS = 500;
const HARD_TICKS = 5;
const HARD_MS = 3_000;
// How many ticks of a jump the filter compares: at four per second, those of more than HARD_MS.
const HELD_TICKS_MAX = 64;

type Seen = { readonly tick: Tick; readonly mid: number; readonly atMs: number };

/** The filter of one symbol at one source, with the state that it keeps between ticks. */
export class TickFilter {
  readonly #limits: FilterLimits;
  readonly #movement: Movement;
  #last: Seen | undefined;
  #lastSourceAtMs = -Infinity;
  #settling: Seen[] = [];
  #held: Seen[] = [];
  #isHard = false;

  constructor(limits: FilterLimits) {
    this.#limits = limits;
    this.#movement = new Movement(limits);
  }

  /** Returns when the last tick was accepted; -Infinity before the first. */
  get acceptedAtMs(): number {
    return this.#last?.atMs ?? -Infinity;
  }

  /** Returns the newest price that was valid by itself, whether it was accepted or not. */
  get newest(): { readonly mid: number; readonly atMs: number } | undefined {
    return this.#held.at(-1) ?? this.#last;
  }

  /** Returns how far two prices may differ, given the time between them, and still agree. */
  softBound(elapsedMs: number): number {
    return this.#movement.softBound(elapsedMs);
  }

  /**
   * Forgets the last price. After a reconnection or an opening the next price need not be near it.
   */
  restart(): void {
    this.#last = undefined;
    this.#settling = [];
    this.#dropHeld();
    this.#movement.restart();
  }

  judge(tick: Tick, nowMs: number): Verdict {
    const problem = this.#faultOf(tick, nowMs);
    if (problem !== undefined) return this.#refuse(problem);
    this.#lastSourceAtMs = Math.max(this.#lastSourceAtMs, tick.sourceAtMs);
    const seen = { tick: unlocked(tick), mid: (tick.bidPoints + tick.askPoints) / 2, atMs: nowMs };
    if (this.#last === undefined) return this.#settle(seen);
    return this.#judgeJump(seen, this.#last);
  }

  /** Accepts the held tick because another source confirms it. Returns the tick, if one is held. */
  confirm(): Tick | undefined {
    const newest = this.#held.at(-1);
    return newest === undefined ? undefined : this.#accept(newest).tick;
  }

  #faultOf(tick: Tick, nowMs: number): Rejection | undefined {
    const { bidPoints, askPoints, sourceAtMs } = tick;
    const { referencePoints, spreadMax } = this.#limits;
    const isNear =
      bidPoints > referencePoints / REFERENCE_MULTIPLE &&
      askPoints < referencePoints * REFERENCE_MULTIPLE;
    if (!isNear) return 'out-of-range';
    if (askPoints < bidPoints) return 'crossed';
    if (sourceAtMs < this.#lastSourceAtMs - LATE_MS) return 'late';
    if (sourceAtMs > nowMs + FUTURE_MS) return 'future';
    const widest = Math.max(WIDE_MEDIANS * this.#movement.spreadMedian, spreadMax);
    return spreadOf(tick) > widest ? 'wide' : undefined;
  }

  #settle(seen: Seen): Verdict {
    this.#settling.push(seen);
    if (this.#settling.length < SETTLING_TICKS) return this.#refuse('settling');
    const [, median] = this.#settling.toSorted((one, other) => one.mid - other.mid);
    this.#settling = [];
    // The accepted tick has the median's prices at the newest tick's time.
    return this.#accept({
      ...(median ?? seen),
      atMs: seen.atMs,
      tick: { ...(median ?? seen).tick, sourceAtMs: seen.tick.sourceAtMs },
    });
  }

  #judgeJump(seen: Seen, last: Seen): Verdict {
    const jump = Math.abs(Math.log(seen.mid / last.mid));
    const isDoubted = jump > this.#movement.softBound(seen.atMs - last.atMs);
    const isHard = jump > Math.log1p(this.#limits.hardJump);
    if (isHard || (isDoubted && this.#goesOnHard(seen))) {
      if (!this.#isHard) this.#dropHeld();
      this.#isHard = true;
      return this.#hold(seen) ? this.#accept(seen) : this.#refuse('hard-jump');
    }
    if (isDoubted) {
      if (this.#isHard) this.#dropHeld();
      return this.#confirmsSoftly(seen, jump) ? this.#accept(seen) : this.#refuse('soft-jump');
    }
    return this.#accept(seen);
  }

  /**
   * Returns whether the hard jump continues. Without this rule a price around the hard bound would
   * be held again with each tick and never accepted.
   */
  #goesOnHard(seen: Seen): boolean {
    const newest = this.#held.at(-1);
    return this.#isHard && newest !== undefined && this.#agree([newest, seen]);
  }

  /**
   * Keeps the ticks of a hard jump that agree with the newest; returns true when there are enough.
   */
  #hold(seen: Seen): boolean {
    const agreeing = [...this.#held, seen].slice(-HELD_TICKS_MAX);
    while (!this.#agree(agreeing)) agreeing.shift();
    this.#held = agreeing;
    const first = agreeing[0] ?? seen;
    return agreeing.length >= HARD_TICKS && seen.atMs - first.atMs >= HARD_MS;
  }

  #agree(list: readonly Seen[]): boolean {
    let [low, high] = [Infinity, 0];
    for (const { mid } of list) {
      low = Math.min(low, mid);
      high = Math.max(high, mid);
    }
    const elapsedMs = (list.at(-1)?.atMs ?? 0) - (list[0]?.atMs ?? 0);
    return list.length <= 1 || Math.log(high / low) <= this.#movement.softBound(elapsedMs);
  }

  #confirmsSoftly(seen: Seen, jump: number): boolean {
    const [first] = this.#held;
    if (first === undefined || Math.abs(Math.log(seen.mid / first.mid)) > jump / 2) {
      this.#held = [seen];
      return false;
    }
    this.#held.push(seen);
    return this.#held.length >= SOFT_TICKS || seen.atMs - first.atMs >= SOFT_MS;
  }

  #accept(seen: Seen): Verdict & { readonly kind: 'accepted' } {
    this.#last = seen;
    this.#dropHeld();
    this.#movement.note(seen.mid, spreadOf(seen.tick), seen.atMs);
    return { kind: 'accepted', tick: seen.tick };
  }

  #refuse(reason: Rejection): Verdict {
    return { kind: 'refused', reason, isHalted: this.#isHard };
  }

  #dropHeld(): void {
    this.#held = [];
    this.#isHard = false;
  }
}

function spreadOf({ bidPoints, askPoints }: Tick): number {
  return (2 * (askPoints - bidPoints)) / (askPoints + bidPoints);
}

/**
 * Returns the tick; a locked quote, whose bid equals its ask, gets the smallest possible spread.
 */
function unlocked(tick: Tick): Tick {
  return tick.askPoints > tick.bidPoints
    ? tick
    : { ...tick, askPoints: points(tick.bidPoints + 1) };
}
