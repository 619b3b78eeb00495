import type { Quote } from '@halyard/core/instrument';
import type { SqlRow } from './array-cells.ts';

/** The quote that a fill used. */
export type FillQuote = Pick<Quote, 'bidPoints' | 'askPoints' | 'sequence' | 'receivedAtMs'>;

/** The quote that a committed position stores with its opening or its close. */
export function quoteOf(row: SqlRow, side: 'open' | 'close'): FillQuote {
  return {
    bidPoints: row[`${side}_sell_points`],
    askPoints: row[`${side}_buy_points`],
    sequence: row[`${side}_sequence`],
    receivedAtMs: row[`${side}_received_at_ms`],
  } as FillQuote;
}
