import type { PublicConfig } from '@halyard/contract/config';
import { PAYMENT_METHOD_IDS } from '@halyard/contract/transactions';

/** A provider whose hosted page accepts cards. */
export type CardProvider = {
  /** The provider's name in the route and the ledger account: lower-case letters and digits. */
  readonly id: string;
  /** The provider's name for staff. */
  readonly title: string;
};

/** A method whose deposits staff confirm. */
export type StaffMethod = 'bank' | 'alternative' | 'titan';

export type MethodSettings = {
  /** The methods besides cards that the operator offers. */
  readonly depositMethods: readonly StaffMethod[];
  /** Ids of card providers in order of preference; unnamed ones follow. */
  readonly providerOrder: readonly string[];
};

const TITLES: Readonly<Record<StaffMethod, string>> = {
  bank: 'Bank transfer',
  alternative: 'Alternative',
  titan: 'Titan',
};
const STAFF_METHODS: readonly StaffMethod[] = ['bank', 'alternative', 'titan'];

/**
 * Returns one entry for each configured card provider in the operator's order, then the methods
 * that staff confirm. The browser shows one card and tries the providers in this order.
 */
export function listPaymentMethods(
  cardProviders: readonly CardProvider[],
  { depositMethods, providerOrder }: MethodSettings,
): PublicConfig['payment_methods'] {
  const rankOf = ({ id }: CardProvider): number => {
    const rank = providerOrder.indexOf(id);
    return rank === -1 ? providerOrder.length : rank;
  };
  return [
    ...cardProviders
      .toSorted((one, other) => rankOf(one) - rankOf(other))
      .map(({ id, title }) => ({
        id: PAYMENT_METHOD_IDS.card,
        key: 'card' as const,
        provider: id,
        title,
      })),
    ...STAFF_METHODS.filter((key) => depositMethods.includes(key)).map((key) => ({
      id: PAYMENT_METHOD_IDS[key],
      key,
      title: TITLES[key],
    })),
  ];
}
