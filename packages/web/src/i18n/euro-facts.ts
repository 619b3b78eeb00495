/** The facts in euros, by error code. */
export const EURO_FACTS: Readonly<Record<string, string>> = {
  'amount-too-small': 'minimum',
  'amount-too-large': 'maximum',
  'withdraw-maximum': 'maximum',
  'deposit-unverified-maximum': 'maximum',
  'deposit-limit': 'available',
  'open-losses': 'available',
  'withdraw-first': 'amount',
  'credit-left': 'amount',
  'debt-left': 'amount',
};
