import type { BankAccount } from '@halyard/contract/config';
import { type Cents, toEuros } from '@halyard/core/money';

export type Transfer = {
  readonly account: BankAccount;
  readonly amountCents: Cents;
  /** Names the deposit, so that the money finds it. */
  readonly reference: string;
};

/**
 * The text of a QR code that banking apps fill a SEPA transfer in from: EPC069-12, version 002,
 * one line a field, ending with the unstructured remittance text.
 */
export function transferCode({ account, amountCents, reference }: Transfer): string {
  const amount = `EUR${toEuros(amountCents).toFixed(2)}`;
  const { bic = '', holder, iban } = account;
  return ['BCD', '002', '1', 'SCT', bic, holder, iban, amount, '', '', reference].join('\n');
}

/** An IBAN in groups of four, as it is printed. */
export function printIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
