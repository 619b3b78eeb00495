// An indicator with its periods, and parsing both from text.
import { INDICATORS } from '@halyard/contract/workspace';
import type { Indicator, IndicatorChoice } from './chart-adapter.ts';

/**
 * Periods, in candles. Exceptions: the second figure of BOLL is its width in standard deviations,
 * that of SMA its weight; those of SAR are its first step, its increment and its largest step, in
 * percent.
 */
const DEFAULT_PERIODS: Readonly<Record<Indicator, readonly number[]>> = {
  MA: [20, 50],
  EMA: [12, 26],
  BOLL: [20, 2],
  RSI: [14],
  MACD: [12, 26, 9],
  SMA: [12, 2],
  BBI: [3, 6, 12, 24],
  SAR: [2, 2, 20],
  KDJ: [9, 3, 3],
  CCI: [20],
  DMI: [14, 6],
  ROC: [12, 6],
  MTM: [12, 6],
  WR: [14],
  AO: [5, 34],
  TRIX: [12, 9],
  BIAS: [6, 12, 24],
  DMA: [10, 50, 10],
  PSY: [12, 6],
  BRAR: [26],
  CR: [26, 10, 20, 40, 60],
};

/** Indicators drawn on the candles; others have a pane below. */
export const ON_CANDLES: ReadonlySet<Indicator> = new Set([
  'MA',
  'EMA',
  'SMA',
  'BOLL',
  'BBI',
  'SAR',
]);
/**
 * Indicators with a variable number of lines; the formulas of the others have a fixed number of
 * parameters.
 */
const FREE_LINES: ReadonlySet<Indicator> = new Set(['MA', 'EMA', 'RSI', 'BIAS', 'WR']);
const LINES_MAX = 4;
const PERIOD_MAX = 500;

/** An indicator with its usual periods. */
export function defaultChoice(name: Indicator): IndicatorChoice {
  return { name, periods: [...DEFAULT_PERIODS[name]] };
}

/** Parses periods such as `12, 26`; undefined if the indicator can't be computed with them. */
export function readPeriods(name: Indicator, text: string): number[] | undefined {
  const parts = text.split(/[\s,;/]+/).filter((part) => part !== '');
  const periods = parts.map(Number);
  const isCountRight = FREE_LINES.has(name)
    ? periods.length >= 1 && periods.length <= LINES_MAX
    : periods.length === DEFAULT_PERIODS[name].length;
  const areInRange = periods.every(
    (period) => Number.isSafeInteger(period) && period >= 1 && period <= PERIOD_MAX,
  );
  return isCountRight && areInRange ? periods : undefined;
}

/**
 * Parses `RSI:14,EMA:12/26`, the format in which an earlier release stored indicators in the
 * browser; a name alone gets its usual periods.
 */
export function readChoices(text: string): IndicatorChoice[] {
  const stored = new Map(
    text.split(',').map((part) => {
      const [name = '', periods = ''] = part.split(':');
      return [name, periods];
    }),
  );
  return INDICATORS.filter((name) => stored.has(name)).map((name) => {
    const periods = readPeriods(name, stored.get(name) ?? '');
    return periods === undefined ? defaultChoice(name) : { name, periods };
  });
}
