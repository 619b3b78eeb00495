// An indicator with its periods, and parsing both from text.
import { INDICATORS, type Indicator, type IndicatorChoice } from './chart-adapter.ts';

/** Periods in candles; the second figure of BOLL is its width in standard deviations. */
const DEFAULT_PERIODS: Readonly<Record<Indicator, readonly number[]>> = {
  MA: [20, 50],
  EMA: [12, 26],
  BOLL: [20, 2],
  RSI: [14],
  MACD: [12, 26, 9],
};

/** These take any number of lines; the formula of the others has a fixed number of parameters. */
const FREE_LINES: ReadonlySet<Indicator> = new Set(['MA', 'EMA', 'RSI']);
const LINES_MAX = 4;
const PERIOD_MAX = 500;

/** An indicator with its usual periods. */
export function defaultChoice(name: Indicator): IndicatorChoice {
  return { name, periods: DEFAULT_PERIODS[name] };
}

/** Parses periods such as `12, 26`; undefined if the indicator can't be computed with them. */
export function readPeriods(name: Indicator, text: string): readonly number[] | undefined {
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

/** `RSI:14,EMA:12/26`; a name alone has its usual periods. */
export function readChoices(text: string): readonly IndicatorChoice[] {
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

export function writeChoices(choices: readonly IndicatorChoice[]): string {
  return choices.map(({ name, periods }) => `${name}:${periods.join('/')}`).join(',');
}
