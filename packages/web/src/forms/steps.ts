// How far an arrow key moves a figure that is typed, and where it stops. Figures move in whole units,
// cents or points, so nothing is ever added in fractions.
import { type Points, powerOfTen } from '@halyard/core/instrument';
import { readAmount, readPercent, readRate } from '#i18n/figure-text.ts';
import { writePlain } from './plain-number.ts';

const CENTS_PER_EURO = 100;
const AMOUNT_MIN_CENTS = 100;
const TENTH_OF_PERCENT_BPS = 10;
const PERCENT_MIN_BPS = 100;
const EURO_DECIMALS = 2;
/** A price of six digits moves in its fifth one: of EURUSD at 1.15187 that is 0.0001, a pip. */
const DIGITS_BEHIND_STEP = 5;

export type Steps = {
  /** In units; undefined where nothing stands that can be read. */
  read(text: string): number | undefined;
  write(units: number): string;
  /** Of one press, in units. */
  readonly step: number;
  readonly minimum: number;
  /** Where an empty field begins, in units; undefined while there is no place to begin. */
  readonly start: number | undefined;
};

export type StepKeys = {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

/** Steps at once: ten with Shift, a hundred with Ctrl, or with Command where Ctrl is taken. */
export function stepFactor({ shiftKey, ctrlKey, metaKey }: StepKeys): 1 | 10 | 100 {
  if (ctrlKey || metaKey) return 100;
  return shiftKey ? 10 : 1;
}

/** The text some steps on; undefined where it stays as it is. */
export function stepText(steps: Steps, text: string, count: number): string | undefined {
  const current = steps.read(text);
  if (current === undefined && text.trim() !== '') return undefined;
  const next = current === undefined ? steps.start : current + count * steps.step;
  return next === undefined ? undefined : steps.write(Math.max(steps.minimum, next));
}

/** Of an amount in whole euros; at least one, as a position has. */
export function amountSteps(language: string): Steps {
  return {
    read: (text) => readAmount(text, language),
    write: (cents) => writePlain(cents / CENTS_PER_EURO, language, EURO_DECIMALS),
    step: CENTS_PER_EURO,
    minimum: AMOUNT_MIN_CENTS,
    start: AMOUNT_MIN_CENTS,
  };
}

/** Of a percentage in tenths; at least one, as the calculator takes. */
export function percentSteps(language: string): Steps {
  return {
    read: (text) => readPercent(text, language),
    write: (bps) => (bps / PERCENT_MIN_BPS).toLocaleString(language, { useGrouping: false }),
    step: TENTH_OF_PERCENT_BPS,
    minimum: PERCENT_MIN_BPS,
    start: PERCENT_MIN_BPS,
  };
}

/** Of a price of an asset, which begins at the one of the moment. */
export function rateSteps(language: string, decimals: number, now: Points | undefined): Steps {
  return {
    read: (text) => readRate(text, language, decimals),
    write: (points) => writePlain(points / powerOfTen(decimals), language, decimals),
    step: rateStep(now),
    minimum: 1,
    start: now,
  };
}

/** In points: a power of ten, about a ten-thousandth of the price. */
export function rateStep(price: Points | undefined): number {
  if (price === undefined) return 1;
  return 10 ** Math.max(0, String(price).length - DIGITS_BEHIND_STEP);
}
