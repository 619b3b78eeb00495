import { DEPOSIT_MINIMUM_CENTS, type PublicConfig } from '@halyard/contract/config';
import { toEuros } from '@halyard/core/money';
import { checkRequired, collectFaults, type Fault, type Faults } from '#forms/faults.ts';
import { readAmount } from '#i18n/figure-text.ts';

export type PaymentMethod = PublicConfig['payment_methods'][number];

export type DepositValues = { readonly amount: string; readonly method: string };

/** Names a method in the form: the providers of cards are one method. */
export function methodKey({ id }: PaymentMethod): string {
  return String(id);
}

/** The methods to choose from: a card once, whatever the number of its providers. */
export function listChoices(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  return methods.filter(({ id }, index) => methods.findIndex((one) => one.id === id) === index);
}

export type DepositLimits = {
  readonly language: string;
  /** What an unverified customer may still deposit, in euros; undefined without such a limit. */
  readonly maximum: number | undefined;
};

/** What keeps the deposit from being created. */
export function checkDeposit(
  values: DepositValues,
  { language, maximum }: DepositLimits,
): Faults<DepositValues> {
  return collectFaults<DepositValues>({
    amount: checkAmount(values.amount, { language, maximum }),
    method: values.method === '' ? { kind: 'fieldRequired' } : undefined,
  });
}

function checkAmount(text: string, { language, maximum }: DepositLimits): Fault | undefined {
  const missing = checkRequired(text, 'amount');
  if (missing !== undefined) return missing;
  const cents = readAmount(text, language);
  if (cents === undefined) return { kind: 'amountInvalid' };
  if (cents < DEPOSIT_MINIMUM_CENTS) return { kind: 'depositMinimum' };
  return maximum !== undefined && toEuros(cents) > maximum
    ? { kind: 'depositMaximum', amount: maximum }
    : undefined;
}
