// Holds every committed entry order against the rules: it ends once, fills at a live quote that has
// reached its price, never after its expiry, and never together with the other of its pair.
import { AmendmentCheck } from './amendment-check.ts';
import type { CommitRows } from '../commit-rows.ts';
import { count } from '../injected-failures.ts';
import type { Counts } from '../injected-failures.ts';
import type { SqlRow } from '../array-cells.ts';
import type { FillQuote } from '../fill-quote.ts';
import { orderPoints } from '../rules-oracle.ts';
import type { Prices } from '../rules-oracle.ts';
import type { SimRequest } from '../sim-request.ts';
import type { SimTables } from '../sim-tables.ts';
import { demand } from '../violation.ts';

export class OrderCheck {
  readonly #tables: SimTables;
  readonly #counts: Counts;
  readonly #amendments: AmendmentCheck;
  readonly #ended = new Set<number>();

  constructor(tables: SimTables, counts: Counts) {
    this.#tables = tables;
    this.#counts = counts;
    this.#amendments = new AmendmentCheck(tables, counts);
  }

  noteSent(simRequest: SimRequest): void {
    this.#amendments.noteSent(simRequest);
  }

  /** To be called when the tables have the rows. */
  onCommitted(rows: CommitRows, isTraded: (symbol: string, quote: FillQuote) => boolean): void {
    const { order, mark } = rows;
    this.#amendments.onCommitted(rows);
    if (mark.length > 0) count(this.#counts, 'a mark of trailing stops', mark.length);
    for (const row of order) {
      const id = Number(row.id);
      demand(!this.#ended.has(id), 'I14', `order ${id} changed after its end`);
      const outcome = row.outcome as string | null;
      if (outcome === null) continue;
      this.#ended.add(id);
      count(this.#counts, `an order ${outcome}`);
      if (row.reason === 'oco') count(this.#counts, 'an order cancelled by the other of its pair');
      this.#checkEnd(row, isTraded);
    }
  }

  #checkEnd(row: SqlRow, isTraded: (symbol: string, quote: FillQuote) => boolean): void {
    const id = Number(row.id);
    const endedAtMs = Number(row.ended_at_ms);
    if (row.outcome === 'expired') {
      const isDue = endedAtMs >= Number(row.expires_at_ms);
      demand(isDue, 'I14', `order ${id} expired before its time`);
    }
    if (row.outcome !== 'filled' && row.outcome !== 'rejected') return;
    const quote = endQuoteOf(row);
    demand(isTraded(String(row.symbol), quote), 'I14', `order ${id} ended at no traded quote`);
    demand(isOrderReached(row, quote), 'I14', `order ${id} ended before its price was reached`);
    demand(endedAtMs < Number(row.expires_at_ms), 'I14', `order ${id} ended after its expiry`);
    if (row.outcome === 'filled') this.#checkFill(row);
  }

  #checkFill(row: SqlRow): void {
    const id = Number(row.id);
    const position = this.#tables.positions.get(Number(row.position_id)) ?? {};
    const isIts =
      position.account_id === row.account_id &&
      position.symbol === row.symbol &&
      position.direction === row.direction &&
      position.leverage === row.leverage &&
      position.open_sequence === row.end_sequence &&
      position.open_seen_points === row.points &&
      position.opened_at_ms === row.ended_at_ms;
    demand(isIts, 'I14', `order ${id} filled another position`);
    const sign = row.direction === 'buy' ? 1 : -1;
    const worse = (Number(position.open_points) - Number(row.points)) * sign;
    demand(row.kind === 'stop' || worse <= 0, 'I14', `order ${id} filled worse than its limit`);
    const other = this.#tables.adjusted.orders.get(Number(row.oco_id ?? 0));
    if (other === undefined) return;
    const isCancelled = other.outcome === 'cancelled' && other.reason === 'oco';
    demand(isCancelled, 'I14', `order ${id} filled beside the other of its pair`);
  }
}

function endQuoteOf(row: SqlRow): FillQuote {
  return {
    bidPoints: row.end_sell_points,
    askPoints: row.end_buy_points,
    sequence: row.end_sequence,
    receivedAtMs: row.end_received_at_ms,
  } as FillQuote;
}

/** A limit waits for the price that it fills at, a stop for the quote. */
export function isOrderReached(row: SqlRow, quote: Prices): boolean {
  const isBuy = row.direction === 'buy';
  const isLimit = row.kind === 'limit';
  const market = isBuy ? quote.askPoints : quote.bidPoints;
  const price = isLimit ? orderPoints(isBuy ? 'buy' : 'sell', quote) : market;
  return isBuy === isLimit ? price <= Number(row.points) : price >= Number(row.points);
}
