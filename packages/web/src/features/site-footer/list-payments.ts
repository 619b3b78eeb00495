import type { PublicConfig } from '@halyard/contract/config';

export type Mark = 'card' | 'bank' | 'wallet' | 'transfer';
/** A payment method; without a title it has the name of its kind. */
export type Payment = { readonly mark: Mark; readonly title?: string };

/** The names of card networks as text, because their logos are trademarks. */
const CARD_NAMES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
};
const MARKS: Readonly<Record<PublicConfig['payment_methods'][number]['key'], Mark>> = {
  card: 'card',
  bank: 'bank',
  alternative: 'wallet',
  titan: 'transfer',
};

/**
 * Returns the payment methods: each once, and the cards that the operator names if cards are
 * accepted.
 */
export function listPayments(
  methods: PublicConfig['payment_methods'],
  icons: readonly string[],
): readonly Payment[] {
  const payments = new Map<string, Payment>();
  const add = (payment: Payment) => payments.set(payment.title ?? payment.mark, payment);
  for (const { key } of methods) {
    const names = icons.map((icon) => CARD_NAMES[icon.toLowerCase()]);
    const cards = key === 'card' ? names.filter((name) => name !== undefined) : [];
    for (const name of cards) add({ mark: 'card', title: name });
    if (cards.length === 0) add({ mark: MARKS[key] });
  }
  return [...payments.values()];
}
