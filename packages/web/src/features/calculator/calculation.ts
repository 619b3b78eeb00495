// The calculator's results for a position, without a market, a price or an account.
import { stopOutFraction, stopOutPercent } from '@halyard/core/instrument';
import {
  cents,
  type Cents,
  multiplyDivideHalfEven,
  negateCents,
  toEuros,
} from '@halyard/core/money';
import { readAmount, readPercent } from '#i18n/figure-text.ts';

const AMOUNT_MIN_CENTS = 100;
/** The smallest percentage, in hundredths of a percent. */
const PERCENT_MIN_BPS = 100;
const BPS_OF_ONE = 10_000;

export type CalculatorForm = {
  readonly amountText: string;
  readonly gainText: string;
  readonly lossText: string;
  readonly leverage: number;
};

export type CalculatorField = 'amount' | 'gain' | 'loss';
export type CalculatorProblem = 'missing' | 'unreadable' | 'too-small';

/** Euros and percentages; undefined if an input is missing or invalid. */
export type Calculation = {
  readonly problems: Readonly<Partial<Record<CalculatorField, CalculatorProblem>>>;
  readonly size: number | undefined;
  readonly profit: number | undefined;
  /** A negative amount, like every loss. */
  readonly loss: number | undefined;
  readonly stopOutPercent: number;
  readonly stopOutProfit: number | undefined;
  /** Whether the stop-out comes before the loss is reached. */
  readonly isLossBeyondStopOut: boolean;
};

/** Profit and loss = amount × leverage × percent ÷ 100, rounded once to a cent, half to even. */
export function calculate(form: CalculatorForm, language: string): Calculation {
  const { leverage } = form;
  const amount = check(form.amountText, readAmount(form.amountText, language), AMOUNT_MIN_CENTS);
  const gain = check(form.gainText, readPercent(form.gainText, language), PERCENT_MIN_BPS);
  const loss = check(form.lossText, readPercent(form.lossText, language), PERCENT_MIN_BPS);
  const sizeCents = amount.value === undefined ? undefined : cents(amount.value * leverage);
  const { numerator, denominator } = stopOutFraction(leverage, false);
  return {
    problems: {
      ...(amount.problem === undefined ? {} : { amount: amount.problem }),
      ...(gain.problem === undefined ? {} : { gain: gain.problem }),
      ...(loss.problem === undefined ? {} : { loss: loss.problem }),
    },
    size: sizeCents && toEuros(sizeCents),
    profit: euros(share(sizeCents, gain.value, BPS_OF_ONE)),
    loss: negated(share(sizeCents, loss.value, BPS_OF_ONE)),
    stopOutPercent: stopOutPercent(leverage, false),
    stopOutProfit: negated(share(sizeCents, numerator, denominator)),
    isLossBeyondStopOut:
      loss.value !== undefined && loss.value * denominator > numerator * BPS_OF_ONE,
  };
}

type Checked<Value> = { readonly value?: Value; readonly problem?: CalculatorProblem };

function check<Value extends number>(
  text: string,
  value: Value | undefined,
  minimum: number,
): Checked<Value> {
  if (text.trim() === '') return { problem: 'missing' };
  if (value === undefined) return { problem: 'unreadable' };
  return value < minimum ? { problem: 'too-small' } : { value };
}

function share(
  whole: Cents | undefined,
  numerator: number | undefined,
  denominator: number,
): Cents | undefined {
  if (whole === undefined || numerator === undefined) return undefined;
  return cents(multiplyDivideHalfEven(whole, numerator, denominator));
}

function euros(amount: Cents | undefined): number | undefined {
  return amount === undefined ? undefined : toEuros(amount);
}

function negated(amount: Cents | undefined): number | undefined {
  return amount === undefined ? undefined : toEuros(negateCents(amount));
}
