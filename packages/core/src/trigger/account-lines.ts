// The equity of an account as a function of prices. A position is worth exposure × (price − open) ÷
// open, a straight line. The sum for one symbol and direction, a leg, is one, too. Rows are stored
// in typed arrays, because one tick can measure thousands.
import { assertPresent } from '#assertion/assertion.ts';
import type { AccountId, Position } from '#position/position.ts';
import { RowTable } from './row-table.ts';

export type MarginAccount = {
  readonly id: AccountId;
  readonly balanceCents: number;
  /** The lower bound of equity, in percent of used margin, inclusive. */
  readonly floorPercent: number;
  /** The upper bound of equity, in percent of used margin, exclusive; null for none. */
  readonly ceilingPercent: number | null;
  readonly positions: Iterable<Position>;
};

/**
 * The two directions of a symbol. The price of a short is multiplied by −1, so that its value, like
 * a long's, falls with its price.
 */
export type Sides = { readonly long: number; readonly short: number };
export type Tick = Sides & { readonly longPrice: number; readonly shortPrice: number };

/**
 * How far prices may move: the share by which all legs may fall, or rise, until equity can reach a
 * bound. NaN while a price is missing; zero or negative when equity can already be beyond a bound.
 */
export type Room = { fall: number; rise: number };

export const NO_LEG = -1;

// The fields of an account's row in the table.
const ID = 0;
const BALANCE = 1;
const FLOOR = 2;
const CEILING = 3;
const POSITIONS = 4;
const FIRST_LEG = 5;
/** Set to 1 when a position or balance has changed since the account's lines were summed. */
const IS_STALE = 6;

// The fields of a leg's row: a leg's value is slope × signed price + constant.
const SLOPE = 0;
const CONSTANT = 1;
/** The signed price below which a guarantee makes the leg worth more than its line. */
const GUARD = 2;
const SIDE = 3;
const NEXT_LEG = 4;
const ACCOUNT = 5;
const LEG_POSITIONS = 6;

// A bound on the floating-point error: that of a sum of up to 2^10 terms is below 2^-43 of the sum
// of their magnitudes.
const FLOAT_SLACK = 2 ** -40;
/**
 * Each position's value is rounded by at most half a cent, and can carry half a cent of its closed
 * parts.
 */
const ROUNDING_SLACK_CENTS = 1;

export class AccountLines {
  readonly #sides = new Map<string, Sides>();
  /** The last signed price of each side of a symbol; NaN before the first. */
  readonly #prices: Float64Array;
  readonly #accounts = new RowTable();
  readonly #legs = new RowTable();
  readonly #rows = new Map<AccountId, number>();
  /** The result object of `measure`, reused to avoid an allocation per measurement. */
  readonly #room: Room = { fall: 0, rise: 0 };
  #measureCount = 0;

  constructor(symbols: Iterable<string>) {
    for (const symbol of symbols) {
      const long = this.#sides.size * 2;
      this.#sides.set(symbol, { long, short: long + 1 });
    }
    this.#prices = new Float64Array(this.#sides.size * 2).fill(Number.NaN);
  }

  /** Returns the row of an account; undefined if it has no positions. */
  find(id: AccountId): number | undefined {
    return this.#rows.get(id);
  }

  /** Returns the row of the account of a new position, with a leg for the position. */
  rowFor({ accountId, symbol, direction }: Position): number {
    const row = this.#rows.get(accountId) ?? this.#addAccount(accountId);
    const { long, short } = this.sidesOf(symbol);
    this.#legOf(row, direction === 'buy' ? long : short);
    return row;
  }

  isStale(row: number): boolean {
    return this.#accounts.get(row, IS_STALE) === 1;
  }

  /** Marks the summed lines of an account as outdated. */
  outdate(row: number): void {
    this.#accounts.set(row, IS_STALE, 1);
  }

  /**
   * Sums the lines of an account again. Returns false if it has no positions; its row is then
   * removed. Calls `dropLeg` for each removed leg.
   */
  renew(row: number, account: MarginAccount, dropLeg: (leg: number) => void): boolean {
    this.#emptyLegs(row);
    let usedMarginCents = 0;
    let count = 0;
    for (const position of account.positions) {
      this.#addPosition(row, position);
      usedMarginCents += position.amountCents;
      count += 1;
    }
    this.#dropEmptyLegs(row, dropLeg);
    if (count === 0) {
      this.#rows.delete(account.id);
      this.#accounts.giveBack(row);
      return false;
    }
    const ceilingPercent = account.ceilingPercent ?? Number.POSITIVE_INFINITY;
    this.#accounts.set(row, BALANCE, account.balanceCents);
    this.#accounts.set(row, FLOOR, (usedMarginCents * account.floorPercent) / 100);
    this.#accounts.set(row, CEILING, (usedMarginCents * ceilingPercent) / 100);
    this.#accounts.set(row, POSITIONS, count);
    this.#accounts.set(row, IS_STALE, 0);
    return true;
  }

  /** The number of measurements so far. */
  get measureCount(): number {
    return this.#measureCount;
  }

  /**
   * Returns the room of an account at the last prices, with `tick` replacing those of its symbol.
   * The result is valid until the next call.
   */
  measure(row: number, tick: Tick | undefined): Readonly<Room> {
    this.#measureCount += 1;
    const accounts = this.#accounts;
    const legs = this.#legs;
    const balance = accounts.get(row, BALANCE);
    const floor = accounts.get(row, FLOOR);
    let equity = balance;
    let weight = 0;
    let magnitude = Math.abs(balance) + floor;
    for (let leg = this.firstLeg(row); leg !== NO_LEG; leg = legs.get(leg, NEXT_LEG)) {
      const price = this.#priceAt(legs.get(leg, SIDE), tick);
      const value = legs.get(leg, SLOPE) * price;
      const constant = legs.get(leg, CONSTANT);
      equity += value + constant;
      weight += Math.abs(value);
      magnitude += Math.abs(constant);
      // The leg is then worth more than its line by an amount that is unknown here, so no movement
      // is permitted.
      if (price < legs.get(leg, GUARD)) equity = Number.NEGATIVE_INFINITY;
    }

    const rounding = accounts.get(row, POSITIONS) * ROUNDING_SLACK_CENTS;
    const slack = rounding + (magnitude + weight) * FLOAT_SLACK;
    const room = this.#room;
    room.fall = (equity - slack - floor) / weight;
    room.rise = (accounts.get(row, CEILING) - equity - slack) / weight;
    return room;
  }

  idOf(row: number): AccountId {
    return this.#accounts.get(row, ID);
  }

  hasCeiling(row: number): boolean {
    return this.#accounts.get(row, CEILING) !== Number.POSITIVE_INFINITY;
  }

  /** Returns the first leg of an account, or NO_LEG; `nextLeg` returns the others. */
  firstLeg(row: number): number {
    return this.#accounts.get(row, FIRST_LEG);
  }

  nextLeg(leg: number): number {
    return this.#legs.get(leg, NEXT_LEG);
  }

  sideOf(leg: number): number {
    return this.#legs.get(leg, SIDE);
  }

  /** Returns the row of the account that a leg belongs to. */
  accountOf(leg: number): number {
    return this.#legs.get(leg, ACCOUNT);
  }

  /** Returns the sides of a listed symbol. */
  sidesOf(symbol: string): Sides {
    return assertPresent(this.#sides.get(symbol), () => `${symbol} is listed`);
  }

  /** Returns the last signed price; NaN before the first. */
  priceOf(side: number): number {
    return this.#prices[side] ?? Number.NaN;
  }

  setPrice(side: number, price: number): void {
    this.#prices[side] = price;
  }

  #priceAt(side: number, tick: Tick | undefined): number {
    if (side === tick?.long) return tick.longPrice;
    if (side === tick?.short) return tick.shortPrice;
    return this.priceOf(side);
  }

  #addAccount(id: AccountId): number {
    const row = this.#accounts.take();
    this.#rows.set(id, row);
    this.#accounts.set(row, ID, id);
    this.#accounts.set(row, FIRST_LEG, NO_LEG);
    this.outdate(row);
    return row;
  }

  #addPosition(row: number, position: Position): void {
    const { symbol, direction, amountCents, leverage, openPoints, hasGuaranteedStop } = position;
    const { long, short } = this.sidesOf(symbol);
    const leg = this.#legOf(row, direction === 'buy' ? long : short);
    const exposure = amountCents * leverage;
    const sign = direction === 'buy' ? 1 : -1;
    const legs = this.#legs;
    legs.set(leg, SLOPE, legs.get(leg, SLOPE) + exposure / openPoints);
    legs.set(leg, CONSTANT, legs.get(leg, CONSTANT) - sign * exposure);
    legs.set(leg, LEG_POSITIONS, legs.get(leg, LEG_POSITIONS) + 1);
    if (hasGuaranteedStop) {
      const { stopOutPoints, stopPoints } = position;
      const guard = Math.max(sign * stopOutPoints, sign * (stopPoints ?? stopOutPoints));
      legs.set(leg, GUARD, Math.max(legs.get(leg, GUARD), guard));
    }
  }

  #legOf(row: number, side: number): number {
    const first = this.firstLeg(row);
    for (let leg = first; leg !== NO_LEG; leg = this.nextLeg(leg)) {
      if (this.sideOf(leg) === side) return leg;
    }
    const leg = this.#legs.take();
    this.#emptyLeg(leg);
    this.#legs.set(leg, SIDE, side);
    this.#legs.set(leg, ACCOUNT, row);
    this.#legs.set(leg, NEXT_LEG, first);
    this.#accounts.set(row, FIRST_LEG, leg);
    return leg;
  }

  #emptyLegs(row: number): void {
    for (let leg = this.firstLeg(row); leg !== NO_LEG; leg = this.nextLeg(leg)) {
      this.#emptyLeg(leg);
    }
  }

  #emptyLeg(leg: number): void {
    this.#legs.set(leg, SLOPE, 0);
    this.#legs.set(leg, CONSTANT, 0);
    this.#legs.set(leg, GUARD, Number.NEGATIVE_INFINITY);
    this.#legs.set(leg, LEG_POSITIONS, 0);
  }

  #dropEmptyLegs(row: number, dropLeg: (leg: number) => void): void {
    let previous = NO_LEG;
    let leg = this.firstLeg(row);
    while (leg !== NO_LEG) {
      const next = this.nextLeg(leg);
      if (this.#legs.get(leg, LEG_POSITIONS) > 0) {
        previous = leg;
      } else {
        dropLeg(leg);
        this.#legs.giveBack(leg);
        if (previous === NO_LEG) this.#accounts.set(row, FIRST_LEG, next);
        else this.#legs.set(previous, NEXT_LEG, next);
      }
      leg = next;
    }
  }
}
