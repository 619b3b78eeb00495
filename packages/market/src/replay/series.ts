// A price table as a walk: the points in file time at which the price is quoted. A candle is walked
// open → low → high → close if it rose or stayed, open → high → low → close if it fell, at the four
// quarters of its time.
import { assertPresent } from '@halyard/core/assertion';
import type { Points } from '@halyard/core/instrument';
import type { CandleRow, PriceTable } from '#price-file/price-file.ts';
import { askFromBid } from '#price/price.ts';

const STEPS = 4;

export type WalkPoint = {
  readonly fileAtMs: number;
  readonly bidPoints: Points;
  readonly askPoints: Points;
  /** The volume of the candle, stated at its first point; 1 for a tick. */
  readonly volume: number;
};

export type Series = {
  readonly count: number;
  /** When the last candle ends; for ticks, the last one. */
  readonly endMs: number;
  fileAtMs(index: number): number;
  point(index: number): WalkPoint;
};

/** Returns the walk through a table. A single price is the bid; the spread is added to it. */
export function createSeries(table: PriceTable, spreadCentiBps: number): Series {
  return table.kind === 'candles'
    ? candleSeries(table.rows, spreadCentiBps)
    : tickSeries(table.rows, spreadCentiBps);
}

function candleSeries(rows: readonly CandleRow[], spreadCentiBps: number): Series {
  const last = assertPresent(rows.at(-1), 'a table has a row');
  const rowAt = (index: number): CandleRow =>
    assertPresent(rows[Math.floor(index / STEPS)], 'an index within the walk');
  const fileAtMs = (index: number): number => {
    const { startMs, lengthMs } = rowAt(index);
    return startMs + (lengthMs / STEPS) * (index % STEPS);
  };
  return {
    count: rows.length * STEPS,
    endMs: last.startMs + last.lengthMs,
    fileAtMs,
    point(index) {
      const row = rowAt(index);
      const step = index % STEPS;
      const bidPoints = assertPresent(walkOf(row)[step], 'a candle has four steps');
      return {
        fileAtMs: fileAtMs(index),
        bidPoints,
        askPoints: askFromBid(bidPoints, spreadCentiBps),
        volume: step === 0 ? row.volume : 0,
      };
    },
  };
}

function walkOf({ openPoints, highPoints, lowPoints, closePoints }: CandleRow): readonly Points[] {
  return closePoints >= openPoints
    ? [openPoints, lowPoints, highPoints, closePoints]
    : [openPoints, highPoints, lowPoints, closePoints];
}

function tickSeries(
  rows: (PriceTable & { readonly kind: 'ticks' })['rows'],
  spreadCentiBps: number,
): Series {
  const rowAt = (index: number) => assertPresent(rows[index], 'an index within the walk');
  return {
    count: rows.length,
    endMs: rowAt(rows.length - 1).atMs,
    fileAtMs: (index) => rowAt(index).atMs,
    point(index) {
      const { atMs, bidPoints, askPoints } = rowAt(index);
      return {
        fileAtMs: atMs,
        bidPoints,
        askPoints: askPoints ?? askFromBid(bidPoints, spreadCentiBps),
        volume: 1,
      };
    },
  };
}
