// How fills compare with what was asked for: the price that the customer saw when they closed, or
// the level of a stop, target or termination. Slippage is in millionths of the asked price, above
// zero when the fill was worse for the customer.
import type { Direction } from '@halyard/core/instrument';
import type { Report } from './report.ts';
import { percent } from './report.ts';

export type FillKind = 'manual' | 'stop-loss' | 'take-profit' | 'termination';

export type Fill = {
  readonly symbol: string;
  readonly category: string;
  readonly kind: FillKind;
  /** Of the position: a buy closes by selling. */
  readonly direction: Direction;
  readonly askedPoints: number;
  readonly filledPoints: number;
};

const MILLION = 1_000_000;
const ALL = 'all';

/** By symbol and kind, by category, and all together. */
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
  return {
    notes: [
      `${fills.length} closings with a price asked for. Slippage in millionths of it, above zero when worse for the customer.`,
      'The price that a customer saw at an opening is not kept beyond its check, so openings are not among them.',
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
    ],
    rows: [...groups.keys()]
      .toSorted()
      .map((key) => [...key.split('\t'), ...describe(groups.get(key) ?? [])]),
  };
}

function keysOf({ symbol, category, kind }: Fill): readonly string[] {
  return [`${symbol}\t${kind}`, `${category}\t${ALL}`, `${ALL}\t${kind}`, `${ALL}\t${ALL}`];
}

function slippageOf({ direction, askedPoints, filledPoints }: Fill): number {
  const worseBy = direction === 'buy' ? askedPoints - filledPoints : filledPoints - askedPoints;
  return Math.round((worseBy * MILLION) / askedPoints);
}

function describe(values: readonly number[]): readonly string[] {
  const sorted = values.toSorted((one, other) => one - other);
  const count = sorted.length;
  const sum = sorted.reduce((total, value) => total + value, 0);
  const share = (is: (value: number) => boolean): string =>
    percent(sorted.filter(is).length, count);
  return [
    String(count),
    (sum / count).toFixed(1),
    String(rank(sorted, 50)),
    String(rank(sorted, 95)),
    share((value) => value < 0),
    share((value) => value === 0),
    share((value) => value > 0),
  ];
}

/** The nearest rank: the smallest value that so many percent do not exceed. */
function rank(sorted: readonly number[], percentile: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percentile) / 100) - 1)] ?? 0;
}
