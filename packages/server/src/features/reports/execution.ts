// Compares fills with the requested price: the price that the customer saw at opening or closing,
// or the stop loss, take profit or stop-out price. Slippage is in millionths of the requested
// price, positive when the fill was worse for the customer.
import type { Direction } from '@halyard/core/instrument';
import type { Report } from './report.ts';
import { percent } from './report.ts';

/** The kinds of fill. 'manual': closed by the customer. */
export type FillKind = 'opening' | 'manual' | 'stop-loss' | 'take-profit' | 'stop-out';

export type Fill = {
  readonly symbol: string;
  readonly category: string;
  readonly kind: FillKind;
  /** The position's direction: a buy opens by buying and closes by selling. */
  readonly direction: Direction;
  readonly askedPoints: number;
  readonly filledPoints: number;
};

const MILLION = 1_000_000;
const ALL = 'all';

/** Returns the report by symbol and kind, by category, and in total. */
export function reportExecution(fills: readonly Fill[]): Report {
  const groups = new Map<string, number[]>();
  for (const fill of fills) {
    const slippage = slippageOf(fill);
    for (const key of keysOf(fill)) {
      const values = groups.get(key) ?? [];
      values.push(slippage);
      groups.set(key, values);
    }
  }
  const openings = fills.filter(({ kind }) => kind === 'opening').length;
  return {
    notes: [
      `${openings} openings and ${fills.length - openings} closings with a price asked for. Slippage in millionths of it, above zero when worse for the customer.`,
      'Fills that asked for no price are not among them: those of the strategy, and margin close-outs.',
    ],
    columns: [
      'group',
      'kind',
      'fills',
      'mean_ppm',
      'median_ppm',
      'p95_ppm',
      'better_percent',
      'equal_percent',
      'worse_percent',
      'mean_better_ppm',
      'mean_worse_ppm',
    ],
    rows: [...groups.keys()]
      .toSorted()
      .map((key) => [...key.split('\t'), ...describe(groups.get(key) ?? [])]),
  };
}

function keysOf({ symbol, category, kind }: Fill): readonly string[] {
  return [`${symbol}\t${kind}`, `${category}\t${ALL}`, `${ALL}\t${kind}`, `${ALL}\t${ALL}`];
}

function slippageOf({ kind, direction, askedPoints, filledPoints }: Fill): number {
  const isBought = (direction === 'buy') === (kind === 'opening');
  const worseBy = isBought ? filledPoints - askedPoints : askedPoints - filledPoints;
  return Math.round((worseBy * MILLION) / askedPoints);
}

function describe(values: readonly number[]): readonly string[] {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  const share = (is: (value: number) => boolean): string =>
    percent(sorted.filter(is).length, count);
  return [
    String(count),
    mean(sorted),
    String(rank(sorted, 50)),
    String(rank(sorted, 95)),
    share((value) => value < 0),
    share((value) => value === 0),
    share((value) => value > 0),
    mean(sorted.filter((value) => value < 0)),
    mean(sorted.filter((value) => value > 0)),
  ];
}

function mean(values: readonly number[]): string {
  const sum = values.reduce((total, value) => total + value, 0);
  return values.length === 0 ? '' : (sum / values.length).toFixed(1);
}

/**
 * Returns a percentile by nearest rank: the smallest value that this percentage of values does not
 * exceed.
 */
function rank(sorted: readonly number[], percentile: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percentile) / 100) - 1)] ?? 0;
}
