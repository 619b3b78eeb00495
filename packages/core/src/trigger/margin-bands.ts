// Finds the accounts that a quote can bring to a bound of their equity without checking the others.
// While no price leaves the band that an account has on it, equity stays within its bounds; when
// one leaves, only that account is measured again. The distance between equity and a bound is
// divided so that all prices of an account may move by the same share. Bands are floating-point
// numbers with a tolerance above their error and the rounding of positions: a band can end early,
// never late. Bands only select accounts to check; exact arithmetic decides.
import { assertPresent } from '#assertion/assertion.ts';
import { DIRECTIONS, type Direction, type Quote } from '#instrument/instrument.ts';
import type { AccountId, Position } from '#position/position.ts';
import {
  AccountLines,
  NO_LEG,
  type MarginAccount,
  type Room,
  type Sides,
} from './account-lines.ts';
import { CalmRange } from './calm-range.ts';
import { SlotList } from './slot-list.ts';
import { SlotPlaces } from './slot-places.ts';
import { ThresholdHeap } from './threshold-heap.ts';

export type { MarginAccount, Sides } from './account-lines.ts';

const NONE_ENDANGERED: readonly AccountId[] = [];

/** The legs on one side of a symbol, by the condition that requires a check. */
type Watch = {
  /** Legs with a band, by how far the signed price may fall. */
  readonly falls: ThresholdHeap;
  /** Legs of accounts with an upper bound, by how far the price may rise. */
  readonly rises: ThresholdHeap;
  /** Legs of accounts without a band: every live tick checks them. */
  readonly due: SlotList;
};

export class MarginBands {
  readonly #lines: AccountLines;
  readonly #getAccount: (id: AccountId) => MarginAccount;
  /** The watched legs, by side of a symbol. */
  readonly #watches: Watch[] = [];
  readonly #calms = new Map<string, CalmRange>();

  /** `getAccount` returns the current state of an account with positions. */
  constructor(symbols: Iterable<string>, getAccount: (id: AccountId) => MarginAccount) {
    this.#getAccount = getAccount;
    const listed = [...symbols];
    this.#lines = new AccountLines(listed);
    const places = { falls: new SlotPlaces(), rises: new SlotPlaces(), due: new SlotPlaces() };
    for (const symbol of listed) {
      const calm = new CalmRange();
      this.#calms.set(symbol, calm);
      for (const _direction of DIRECTIONS) {
        this.#watches.push({
          falls: new ThresholdHeap(places.falls, calm),
          rises: new ThresholdHeap(places.rises, calm),
          due: new SlotList(places.due, calm),
        });
      }
    }
  }

  /** The calm range of a listed symbol, which each change of a band of the symbol outdates. */
  calmOf(symbol: string): CalmRange {
    return assertPresent(this.#calms.get(symbol), () => `${symbol} is listed`);
  }

  /** Narrows a symbol's range to the prices that leave no band. */
  narrow({ long, short }: Sides, calm: CalmRange): void {
    this.#narrowSide(long, 'buy', calm);
    this.#narrowSide(short, 'sell', calm);
  }

  /** The number of measurements so far: the cost of the bands. */
  get measureCount(): number {
    return this.#lines.measureCount;
  }

  /** The key of a listed symbol for `accept` and `listEndangered`. */
  sidesOf(symbol: string): Sides {
    return this.#lines.sidesOf(symbol);
  }

  /**
   * Updates the bands of an account. Call it whenever the account changes; `opened` is a new
   * position.
   */
  touch(id: AccountId, opened?: Position): void {
    const lines = this.#lines;
    const row = opened === undefined ? lines.find(id) : lines.rowFor(opened);
    if (row === undefined || (opened === undefined && lines.isStale(row))) return;

    // The changed account has no bands now; the next live tick of each of its symbols measures it.
    lines.outdate(row);
    for (let leg = lines.firstLeg(row); leg !== NO_LEG; leg = lines.nextLeg(leg)) {
      const { falls, rises, due } = this.#watchOf(lines.sideOf(leg));
      falls.remove(leg);
      rises.remove(leg);
      due.add(leg);
    }
  }

  /** Accepts the newest quote of a symbol, and measures the accounts whose band it leaves. */
  accept(sides: Sides, quote: Quote, isLive: boolean): void {
    const { long, short } = sides;
    // An account that lacked its first quote can be measured now.
    const looksAtDue = isLive || Number.isNaN(this.#lines.priceOf(long));
    this.acceptCalm(sides, quote);
    this.#acceptSide(long, looksAtDue);
    this.#acceptSide(short, looksAtDue);
  }

  /** Accepts the newest quote of a symbol, which leaves no band. */
  acceptCalm({ long, short }: Sides, quote: Quote): void {
    this.#lines.setPrice(long, quote.bidPoints);
    this.#lines.setPrice(short, 0 - quote.askPoints);
  }

  /**
   * Returns the accounts with a position on the symbol that may be beyond a bound at a quote that
   * is not accepted yet; unordered.
   */
  listEndangered({ long, short }: Sides, quote: Quote): readonly AccountId[] {
    const longPrice = quote.bidPoints;
    const shortPrice = 0 - quote.askPoints;
    if (!this.#isLeft(long, longPrice) && !this.#isLeft(short, shortPrice)) return NONE_ENDANGERED;

    const lines = this.#lines;
    const legs: number[] = [];
    this.#collectLeft(long, longPrice, legs);
    this.#collectLeft(short, shortPrice, legs);
    const tick = { long, short, longPrice, shortPrice };
    const endangered: AccountId[] = [];
    for (const row of new Set(legs.map((leg) => lines.accountOf(leg)))) {
      const id = lines.idOf(row);
      const isEndangered = lines.isStale(row)
        ? this.#holds(id, quote.symbol)
        : !isWithin(lines.measure(row, tick));
      if (isEndangered) endangered.push(id);
    }
    return endangered;
  }

  /** A changed account may have closed the position of its leg. */
  #holds(id: AccountId, symbol: string): boolean {
    for (const position of this.#getAccount(id).positions) {
      if (position.symbol === symbol) return true;
    }
    return false;
  }

  #narrowSide(side: number, direction: Direction, calm: CalmRange): void {
    const { falls, rises, due } = this.#watchOf(side);
    // A leg that every tick checks leaves no calm price.
    const above = due.size > 0 ? Number.POSITIVE_INFINITY : 0 - falls.firstKey;
    calm.narrowClosing(direction, above, rises.firstKey);
  }

  #isLeft(side: number, price: number): boolean {
    const { falls, rises, due } = this.#watchOf(side);
    return falls.firstKey <= 0 - price || rises.firstKey <= price || due.size > 0;
  }

  #collectLeft(side: number, price: number, into: number[]): void {
    const { falls, rises, due } = this.#watchOf(side);
    falls.collectReached(0 - price, into);
    rises.collectReached(price, into);
    for (let place = 0; place < due.size; place += 1) into.push(due.at(place));
  }

  #acceptSide(side: number, looksAtDue: boolean): void {
    const price = this.#lines.priceOf(side);
    const { falls, rises, due } = this.#watchOf(side);
    // A new band contains the price that it was computed at, so measuring an account removes it
    // from the heap and both loops end.
    while (falls.firstKey <= 0 - price) this.#look(falls.firstSlot);
    while (rises.firstKey <= price) this.#look(rises.firstSlot);
    if (!looksAtDue) return;
    // Iterates from the end: a removed leg is replaced by one that was already checked.
    for (let place = due.size - 1; place >= 0; place -= 1) {
      if (place < due.size) this.#look(due.at(place));
    }
  }

  /** Measures the account of a leg at the last prices and updates the bands of its legs. */
  #look(leg: number): void {
    const lines = this.#lines;
    const row = lines.accountOf(leg);
    if (lines.isStale(row)) {
      const account = this.#getAccount(lines.idOf(row));
      if (!lines.renew(row, account, (dropped) => this.#unwatch(dropped))) return;
    }
    this.#band(row);
  }

  #band(row: number): void {
    const lines = this.#lines;
    const { fall, rise } = lines.measure(row, undefined);
    const isBanded = isWithin({ fall, rise });
    const isBlind = Number.isNaN(fall);
    const hasCeiling = lines.hasCeiling(row);
    for (let leg = lines.firstLeg(row); leg !== NO_LEG; leg = lines.nextLeg(leg)) {
      const side = lines.sideOf(leg);
      const price = lines.priceOf(side);
      const { falls, rises, due } = this.#watchOf(side);
      if (isBanded) {
        // The last point within the band, plus one.
        falls.put(leg, 1 - price + Math.floor(Math.abs(price) * fall));
        if (hasCeiling) rises.put(leg, 1 + price + Math.floor(Math.abs(price) * rise));
        else rises.remove(leg);
        due.remove(leg);
      } else {
        falls.remove(leg);
        rises.remove(leg);
        // The account is still missing a quote, so it can't be measured at every tick of this
        // symbol.
        if (isBlind && !Number.isNaN(price)) due.remove(leg);
        else due.add(leg);
      }
    }
  }

  #unwatch(leg: number): void {
    const { falls, rises, due } = this.#watchOf(this.#lines.sideOf(leg));
    falls.remove(leg);
    rises.remove(leg);
    due.remove(leg);
  }

  #watchOf(side: number): Watch {
    return assertPresent(this.#watches[side], 'a side is watched');
  }
}

function isWithin({ fall, rise }: Readonly<Room>): boolean {
  return fall >= 0 && rise > 0;
}
