import { DEPOSIT_MINIMUM_CENTS, type PublicConfig } from '@halyard/contract/config';
import { checkRequired, collectFaults, type Fault, type Faults } from '#forms/faults.ts';
import { readAmount } from '#i18n/figure-text.ts';

export type PaymentMethod = PublicConfig['payment_methods'][number];

export type DepositValues = { readonly amount: string; readonly method: string };

/** Names a method in the form: a card's provider is part of it. */
export function methodKey({ id, provider }: PaymentMethod): string {
  return provider === undefined ? String(id) : `${id}:${provider}`;
}

/** What keeps the deposit from being created. */
export function checkDeposit(values: DepositValues, language: string): Faults<DepositValues> {
  return collectFaults<DepositValues>({
    amount: checkAmount(values.amount, language),
    method: values.method === '' ? { kind: 'fieldRequired' } : undefined,
  });
}

function checkAmount(text: string, language: string): Fault | undefined {
  const missing = checkRequired(text, 'amount');
  if (missing !== undefined) return missing;
  const cents = readAmount(text, language);
  return cents === undefined || cents < DEPOSIT_MINIMUM_CENTS
    ? { kind: 'depositMinimum' }
    : undefined;
}
