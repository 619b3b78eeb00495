// The outcome of a payment for each test card number.

export type CardOutcome =
  | 'approve'
  | 'decline'
  | 'insufficient'
  | 'challenge'
  | 'challenge-decline'
  | 'time-out';

export type TestCard = {
  readonly number: string;
  /** The card's expiry month as two digits; absent: any month. */
  readonly month?: string;
  readonly outcome: CardOutcome;
};

/** Returns the outcome of an entered card number without spaces; unknown cards are declined. */
export function outcomeOf(
  cards: readonly TestCard[],
  typed: { readonly number: string; readonly month: string },
): CardOutcome {
  const number = typed.number.replaceAll(/\D/g, '');
  const month = typed.month.padStart(2, '0');
  const card = cards.find((one) => one.number === number && (one.month ?? month) === month);
  return card?.outcome ?? 'decline';
}

/** Returns the first six and last four digits of a card number. */
export function maskCard(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').padStart(10, '0');
  return `${digits.slice(0, 6)}****${digits.slice(-4)}`;
}
