import type { BankAccount } from '@halyard/contract/config';
import { type Cents, toEuros } from '@halyard/core/money';

export type Transfer = {
  readonly account: BankAccount;
  readonly amountCents: Cents;
  /** The payment reference, by which the transfer is matched to the deposit. */
  readonly reference: string;
};

/**
 * Returns the text of a QR code from which banking apps fill in a SEPA transfer: EPC069-12, version
 * 002, one line per field, ending with the unstructured remittance text.
 */
export function transferCode({ account, amountCents, reference }: Transfer): string {
  const amount = `EUR${toEuros(amountCents).toFixed(2)}`;
  const { bic = '', holder, iban } = account;
  return ['BCD', '002', '1', 'SCT', bic, holder, iban, amount, '', '', reference].join('\n');
}

/** Formats an IBAN in groups of four. */
export function printIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
