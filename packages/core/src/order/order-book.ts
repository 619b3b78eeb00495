import { quotePricesAround, DIRECTIONS, type Quote } from '#instrument/instrument.ts';
import type { AccountId } from '#position/position.ts';
import { CalmRange, PriceMarks } from '#trigger/trigger.ts';
import type { PriceMark } from '#trigger/trigger.ts';
import type { EntryOrder, OrderId } from './entry-order.ts';
import { comparedPrice, senseOf } from './trigger-price.ts';

export type OrderKey = { readonly id: OrderId; readonly accountId: AccountId };
type Mark = PriceMark & OrderKey;

const NONE: readonly OrderKey[] = [];

/**
 * The entry orders of one symbol by trigger price. A quote that triggers none costs eight
 * comparisons, however many orders there are.
 */
export class OrderBook {
  readonly #limits: PriceMarks<Mark>;
  readonly #stops: PriceMarks<Mark>;

  /** Each change of an order outdates `calm`. */
  constructor(calm = new CalmRange()) {
    this.#limits = new PriceMarks<Mark>(calm);
    this.#stops = new PriceMarks<Mark>(calm);
  }

  get size(): number {
    return this.#limits.size + this.#stops.size;
  }

  /** Adds an order, or replaces the one with its id. */
  put(order: EntryOrder): void {
    this.remove(order);
    const { id, accountId, direction: side, points } = order;
    this.#marksOf(order).put({ id, accountId, side, sense: senseOf(order), points });
  }

  /** Removes an order if it is present. */
  remove({ id, kind }: Pick<EntryOrder, 'id' | 'kind'>): void {
    this.#marksOf({ kind }).remove(id);
  }

  /** Narrows the range to the prices that trigger no order. */
  narrow(calm: CalmRange): void {
    for (const side of DIRECTIONS) {
      const stops = this.#stops.boundsOf(side);
      const limits = this.#limits.boundsOf(side);
      // A limit order is compared with the order price, which includes the mark-up.
      const above = Math.max(stops.above, quotePricesAround(side, limits.above).above);
      const below = Math.min(stops.below, quotePricesAround(side, limits.below).below);
      if (side === 'buy') calm.narrowAsk(above, below);
      else calm.narrowBid(above, below);
    }
  }

  /** Returns the orders that a quote of the symbol triggers, by id. */
  listReached(quote: Quote): readonly OrderKey[] {
    const askPoints = comparedPrice({ direction: 'buy', kind: 'limit' }, quote);
    const bidPoints = comparedPrice({ direction: 'sell', kind: 'limit' }, quote);
    const isReached =
      this.#limits.isReached(askPoints, bidPoints) ||
      this.#stops.isReached(quote.askPoints, quote.bidPoints);
    // A fast path: nearly every quote reaches no order.
    if (!isReached) return NONE;
    const filled = { ...quote, askPoints, bidPoints };
    const limits = this.#limits.listReached(filled);
    const stops = this.#stops.listReached(quote);
    return [...limits, ...stops].toSorted((one, other) => one.id - other.id);
  }

  /** Returns all orders, by id. */
  list(): readonly OrderKey[] {
    return [...this.#limits.list(), ...this.#stops.list()].toSorted(
      (one, other) => one.id - other.id,
    );
  }

  #marksOf({ kind }: Pick<EntryOrder, 'kind'>): PriceMarks<Mark> {
    return kind === 'limit' ? this.#limits : this.#stops;
  }
}
