// How far an arrow key changes a typed figure, and where it stops. Figures change in whole units,
// cents or points, so fractions are never added.
import { type Points, powerOfTen } from '@halyard/core/instrument';
import { readAmount, readPercent, readRate } from '#i18n/figure-text.ts';
import { writePlain } from './plain-number.ts';

const CENTS_PER_EURO = 100;
const AMOUNT_MIN_CENTS = 100;
const TENTH_OF_PERCENT_BPS = 10;
const PERCENT_MIN_BPS = 100;
const EURO_DECIMALS = 2;
/** A step changes the fifth significant digit of a price: EURUSD at 1.15187 by 0.0001, a pip. */
const DIGITS_BEHIND_STEP = 5;

export type Steps = {
  /** Parses a text in units; undefined for an invalid one. */
  read(text: string): number | undefined;
  write(units: number): string;
  /** The step of one key press, in units. */
  readonly step: number;
  readonly minimum: number;
  /** The first value of an empty field, in units; undefined if there is none. */
  readonly start: number | undefined;
};

export type StepKeys = {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
};

/** Returns how many steps a key press makes: ten with Shift, a hundred with Ctrl or Command. */
export function stepFactor({ shiftKey, ctrlKey, metaKey }: StepKeys): 1 | 10 | 100 {
  if (ctrlKey || metaKey) return 100;
  return shiftKey ? 10 : 1;
}

/** Returns the text after this many steps; undefined if it does not change. */
export function stepText(steps: Steps, text: string, count: number): string | undefined {
  const current = steps.read(text);
  if (current === undefined && text.trim() !== '') return undefined;
  const next = current === undefined ? steps.start : current + count * steps.step;
  return next === undefined ? undefined : steps.write(Math.max(steps.minimum, next));
}

/** Returns the steps of an amount: whole euros, at least one, as a position requires. */
export function amountSteps(language: string): Steps {
  return {
    read: (text) => readAmount(text, language),
    write: (cents) => writePlain(cents / CENTS_PER_EURO, language, EURO_DECIMALS),
    step: CENTS_PER_EURO,
    minimum: AMOUNT_MIN_CENTS,
    start: AMOUNT_MIN_CENTS,
  };
}

/** Returns the steps of a percentage: tenths, at least one percent, as the calculator requires. */
export function percentSteps(language: string): Steps {
  return {
    read: (text) => readPercent(text, language),
    write: (bps) => (bps / PERCENT_MIN_BPS).toLocaleString(language, { useGrouping: false }),
    step: TENTH_OF_PERCENT_BPS,
    minimum: PERCENT_MIN_BPS,
    start: PERCENT_MIN_BPS,
  };
}

/** Returns the steps of an asset's price; an empty field starts at the current price. */
export function rateSteps(language: string, decimals: number, now: Points | undefined): Steps {
  return {
    read: (text) => readRate(text, language, decimals),
    write: (points) => writePlain(points / powerOfTen(decimals), language, decimals),
    step: rateStep(now),
    minimum: 1,
    start: now,
  };
}

/** Returns the step in points: a power of ten, about a ten-thousandth of the price. */
export function rateStep(price: Points | undefined): number {
  if (price === undefined) return 1;
  return 10 ** Math.max(0, String(price).length - DIGITS_BEHIND_STEP);
}
