import { DEPOSIT_MINIMUM_CENTS, type PublicConfig } from '@halyard/contract/config';
import { toEuros } from '@halyard/core/money';
import { checkRequired, collectProblems, type Problem, type Problems } from '#forms/problems.ts';
import { readAmount } from '#i18n/figure-text.ts';

export type PaymentMethod = PublicConfig['payment_methods'][number];

export type DepositValues = { readonly amount: string; readonly method: string };

/** The form's name of a method: all card providers are one method. */
export function methodKey({ id }: PaymentMethod): string {
  return String(id);
}

/** The available methods: cards once, whatever the number of providers. */
export function listChoices(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  return methods.filter(({ id }, index) => methods.findIndex((one) => one.id === id) === index);
}

export type DepositLimits = {
  readonly language: string;
  /** The remaining limit of an unverified customer, in euros; undefined without one. */
  readonly maximum: number | undefined;
};

/** Returns the errors that prevent the deposit. */
export function checkDeposit(
  values: DepositValues,
  { language, maximum }: DepositLimits,
): Problems<DepositValues> {
  return collectProblems<DepositValues>({
    amount: checkAmount(values.amount, { language, maximum }),
    method: values.method === '' ? { kind: 'fieldRequired' } : undefined,
  });
}

function checkAmount(text: string, { language, maximum }: DepositLimits): Problem | undefined {
  const missing = checkRequired(text, 'amount');
  if (missing !== undefined) return missing;
  const cents = readAmount(text, language);
  if (cents === undefined) return { kind: 'amountInvalid' };
  if (cents < DEPOSIT_MINIMUM_CENTS) return { kind: 'depositMinimum' };
  return maximum !== undefined && toEuros(cents) > maximum
    ? { kind: 'depositMaximum', amount: maximum }
    : undefined;
}
