// The contents of a price file: rows in ascending time, prices in points.
import { PRICE_POINTS_MAX } from '@halyard/core/instrument';
import type { Points } from '@halyard/core/instrument';

export type PriceFileOptions = {
  readonly path: string;
  /** The decimals of the instrument that the file's prices belong to. */
  readonly decimals: number;
  /** The latest permitted time; rows with a later one are rejected. */
  readonly untilMs?: number;
  /** Called from time to time with the number of lines read. */
  readonly onProgress?: (lines: number) => void;
};

export type CandleRow = {
  readonly startMs: number;
  /** The length of the candle: to its end, or to the next row if that is earlier. */
  readonly lengthMs: number;
  readonly openPoints: Points;
  readonly highPoints: Points;
  readonly lowPoints: Points;
  readonly closePoints: Points;
  readonly volume: number;
};

export type TickRow = {
  readonly atMs: number;
  readonly bidPoints: Points;
  /** The ask; undefined if the file has a single price per row. */
  readonly askPoints: Points | undefined;
};

export type PriceTable =
  | { readonly kind: 'candles'; readonly rows: readonly CandleRow[] }
  | { readonly kind: 'ticks'; readonly rows: readonly TickRow[] };

export const ROW_PROBLEMS = [
  'time-unreadable',
  'price-unreadable',
  'high-low-inconsistent',
  'crossed',
  'not-after-the-row-before',
  'in-the-future',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];

export type FileReport = {
  readonly rowsRead: number;
  readonly rowsRefused: number;
  /**
   * The first REJECTIONS_LISTED_MAX rejected rows, each with its problem. `row` counts lines of a CSV
   * or candles of a JSON file, from 1.
   */
  readonly rejections: readonly { readonly row: number; readonly rowProblem: RowProblem }[];
  readonly firstMs: number;
  readonly lastMs: number;
};

const REJECTIONS_LISTED_MAX = 100;
// The largest number of rows of a file. A year of 1-minute candles is half a million rows.
export const ROWS_MAX = 2_000_000;

/** A reader's result for one row, before its neighbours are known. */
export type ParsedRow =
  | { readonly kind: 'candle'; readonly atMs: number; readonly candle: Ohlc }
  | { readonly kind: 'tick'; readonly tick: TickRow }
  | { readonly kind: 'problem'; readonly rowProblem: RowProblem };

export type Ohlc = Omit<CandleRow, 'startMs' | 'lengthMs'>;

export type ReadFile =
  | { readonly kind: 'read'; readonly table: PriceTable; readonly report: FileReport }
  | { readonly kind: 'refused'; readonly problem: string };

type TimedCandle = { readonly atMs: number; readonly candle: Ohlc };

/** Collects rows from a reader and rejects those that can't follow the previous one. */
export class TableBuilder {
  readonly #candles: TimedCandle[] = [];
  readonly #ticks: TickRow[] = [];
  readonly #rejections: { readonly row: number; readonly rowProblem: RowProblem }[] = [];
  #rowsRead = 0;
  #rowsRefused = 0;
  readonly #untilMs: number;
  #lastMs = -Infinity;

  constructor({ untilMs = Infinity }: Pick<PriceFileOptions, 'untilMs'>) {
    this.#untilMs = untilMs;
  }

  get isFull(): boolean {
    return this.#rowsRead >= ROWS_MAX;
  }

  add(row: number, parsed: ParsedRow): void {
    this.#rowsRead += 1;
    if (parsed.kind === 'problem') {
      this.#refuse(row, parsed.rowProblem);
      return;
    }
    const atMs = parsed.kind === 'tick' ? parsed.tick.atMs : parsed.atMs;
    if (atMs > this.#untilMs) {
      this.#refuse(row, 'in-the-future');
      return;
    }
    const mayRepeat = parsed.kind === 'tick';
    if (mayRepeat ? atMs < this.#lastMs : atMs <= this.#lastMs) {
      this.#refuse(row, 'not-after-the-row-before');
      return;
    }
    this.#lastMs = atMs;
    if (parsed.kind === 'tick') this.#ticks.push(parsed.tick);
    else this.#candles.push(parsed);
  }

  /**
   * Returns the table. `timeIs` says whether the file's times are the starts or the ends of
   * candles.
   */
  finish(timeIs: 'start' | 'end'): ReadFile {
    const candles = toCandleRows(this.#candles, timeIs);
    if (candles === undefined) {
      return {
        kind: 'refused',
        problem: 'one candle alone does not tell how long it lasts; give a file of at least two',
      };
    }
    const times = [...candles.map((row) => row.startMs), ...this.#ticks.map((row) => row.atMs)];
    const firstMs = times[0];
    const lastMs = times.at(-1);
    if (firstMs === undefined || lastMs === undefined) {
      const [first] = this.#rejections;
      const why = first === undefined ? 'it has no rows' : `row ${first.row}: ${first.rowProblem}`;
      return { kind: 'refused', problem: `no row can be used (${why})` };
    }
    return {
      kind: 'read',
      table:
        candles.length > 0
          ? { kind: 'candles', rows: candles }
          : { kind: 'ticks', rows: this.#ticks },
      report: {
        rowsRead: this.#rowsRead,
        rowsRefused: this.#rowsRefused,
        rejections: this.#rejections,
        firstMs,
        lastMs,
      },
    };
  }

  #refuse(row: number, rowProblem: RowProblem): void {
    this.#rowsRefused += 1;
    if (this.#rejections.length < REJECTIONS_LISTED_MAX) this.#rejections.push({ row, rowProblem });
  }
}

function toCandleRows(
  timed: readonly TimedCandle[],
  timeIs: 'start' | 'end',
): readonly CandleRow[] | undefined {
  if (timed.length === 0) return [];
  const intervalMs = commonInterval(timed.map(({ atMs }) => atMs));
  if (intervalMs === undefined) return undefined;
  const shiftMs = timeIs === 'end' ? intervalMs : 0;
  return timed.map(({ atMs, candle }, index) => {
    const nextMs = timed[index + 1]?.atMs ?? Infinity;
    return { ...candle, startMs: atMs - shiftMs, lengthMs: Math.min(intervalMs, nextMs - atMs) };
  });
}

/** Returns the most frequent step between rows, or the shorter of two equally frequent ones. */
function commonInterval(times: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  times.forEach((atMs, index) => {
    const before = times[index - 1];
    if (before !== undefined) counts.set(atMs - before, (counts.get(atMs - before) ?? 0) + 1);
  });
  const [common] = [...counts].toSorted(
    ([stepMs, count], [otherMs, other]) =>
      Math.sign(other - count) * 2 + Math.sign(stepMs - otherMs),
  );
  return common?.[0];
}

/** Returns whether four prices can be those of a candle. */
export function isCandle({ openPoints, highPoints, lowPoints, closePoints }: Ohlc): boolean {
  const top = Math.max(openPoints, closePoints);
  const bottom = Math.min(openPoints, closePoints);
  return highPoints >= top && lowPoints <= bottom && highPoints <= PRICE_POINTS_MAX;
}
