// How far each trailing stop must and can have moved, from the quotes alone. A take-over may lose the
// best price since the last mark, so what is certain lies between what the marks prove and the best
// price of all quotes; within one term both are the best price that its program was given.
import type { MarketCommand } from '@halyard/core/engine';
import type { Quote } from '@halyard/core/instrument';
import type { SqlRow } from './array-cells.ts';
import type { CommitRows } from './commit-rows.ts';
import { count } from './injected-failures.ts';
import type { Counts } from './injected-failures.ts';
import type { MarketLog } from './market-log.ts';
import { marketPoints } from './rules-oracle.ts';
import type { Stored } from './rules-oracle.ts';
import type { SimTables } from './sim-tables.ts';
import { demand } from './violation.ts';

/** As it was set: by which epoch, at which price and quote. */
type Set = {
  readonly epoch: number;
  readonly distance: number;
  readonly points: number;
  readonly sequence: number;
};
export type Bounds = { readonly least: number; readonly most: number };

export class TrailBounds {
  readonly #tables: SimTables;
  readonly #counts: Counts;
  readonly #sets = new Map<number, Set>();
  readonly #quotes: Quote[] = [];

  constructor(tables: SimTables, counts: Counts) {
    this.#tables = tables;
    this.#counts = counts;
  }

  /** Takes what the market tells every program. */
  note(command: MarketCommand): void {
    if (command.kind === 'accept-tick') this.#quotes.push(command.quote);
  }

  /** The best prices that an open position may have seen, the worse one first; undefined without a trail. */
  find(position: Stored, log?: MarketLog): Bounds | undefined {
    const set = this.#sets.get(position.id);
    if (position.trail_distance === null || set === undefined) return undefined;
    const best = (prices: readonly number[]): number =>
      prices.reduce((one, other) => better(position, one, other), set.points);
    const since = (quotes: readonly Quote[]): readonly number[] =>
      quotes
        .filter((quote) => quote.symbol === position.symbol && quote.sequence > set.sequence)
        .map((quote) => marketPoints(position, quote));
    if (log !== undefined && set.epoch === this.#tables.lease.epoch) {
      const exact = best(since(log.liveTicks));
      return { least: exact, most: exact };
    }
    const marks = [...this.#tables.adjusted.marks.values()].filter(
      ({ symbol, direction, sequence }) =>
        symbol === position.symbol &&
        direction === position.direction &&
        Number(sequence) > set.sequence,
    );
    return {
      least: best(marks.map(({ points }) => Number(points))),
      most: best(since(this.#quotes)),
    };
  }

  /** To be called when the tables have the rows. */
  onCommitted(rows: CommitRows): void {
    for (const { id, distance, points, sequence } of rows.trail) {
      const row = this.#tables.positions.get(Number(id));
      if (row === undefined) continue;
      if (row.close_points !== null) this.#checkClosed(row);
      if (row.close_points !== null || distance === null) this.#sets.delete(Number(id));
      else {
        const set = { distance: Number(distance), points: Number(points) };
        this.#noteSet(Number(id), { ...set, sequence: Number(sequence) }, rows);
      }
    }
  }

  #noteSet(id: number, set: Omit<Set, 'epoch'>, { epoch }: CommitRows): void {
    const known = this.#sets.get(id);
    const isSame =
      known?.distance === set.distance &&
      known.points === set.points &&
      known.sequence === set.sequence;
    if (!isSame) this.#sets.set(id, { ...set, epoch });
  }

  /** I13: a trailing stop never moves back, and never beyond what a quote has shown. */
  #checkClosed(row: SqlRow): void {
    const position = row as Stored;
    const { id, trail_points: found, trail_distance: distance } = position;
    if (found === null || distance === null) return;
    const set = this.#sets.get(id);
    // With another distance it was set in the batch that closed it.
    if (set?.distance === distance) {
      const isKept = better(position, set.points, found) === found;
      demand(isKept, 'I13', `the trailing stop of position ${id} has moved back to ${found}`);
      const shown = this.#quotes
        .filter(({ symbol, sequence }) => symbol === position.symbol && sequence > set.sequence)
        .map((quote) => marketPoints(position, quote));
      const isShown = found === set.points || shown.includes(found);
      demand(isShown, 'I13', `the trailing stop of position ${id} has seen ${found}`);
    }
    if (row.closing_reason !== 'stop-loss') return;
    const sign = position.direction === 'buy' ? 1 : -1;
    const isSell = position.direction === 'sell';
    const price = Number(isSell ? row.close_buy_points : row.close_sell_points) * sign;
    const stops = [found * sign - distance, Number(position.stop_points ?? Number.NaN) * sign];
    const isReached = stops.some((stop) => price <= stop);
    if (position.stop_points === null) count(this.#counts, 'closed: trailing stop');
    demand(isReached, 'I13', `position ${id} closed by a stop that its price has not reached`);
  }
}

function better({ direction }: Stored, one: number, other: number): number {
  return direction === 'buy' ? Math.max(one, other) : Math.min(one, other);
}
