import type { PublicConfig } from '@halyard/contract/config';
import { PAYMENT_METHOD_IDS } from '@halyard/contract/transactions';

/** A provider whose hosted page takes cards. */
export type CardProvider = {
  /** As its route and its ledger account name it: lower case letters and digits. */
  readonly id: string;
  /** As customers are shown it. */
  readonly title: string;
};

/** One entry for each configured card provider, then those that staff confirm. */
export function listPaymentMethods(
  cardProviders: readonly CardProvider[],
): PublicConfig['payment_methods'] {
  return [
    ...cardProviders.map(({ id, title }) => ({
      id: PAYMENT_METHOD_IDS.card,
      key: 'card' as const,
      provider: id,
      title,
    })),
    { id: PAYMENT_METHOD_IDS.bank, key: 'bank', title: 'Bank transfer' },
    { id: PAYMENT_METHOD_IDS.alternative, key: 'alternative', title: 'Alternative' },
    { id: PAYMENT_METHOD_IDS.titan, key: 'titan', title: 'Titan' },
  ];
}
