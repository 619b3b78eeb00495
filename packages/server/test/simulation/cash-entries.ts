// The customers' cash in the stored answer of a command.
export type CashEntry = { readonly customer_id?: unknown; readonly amount_cents?: unknown };

type BookedPosting = {
  readonly entries: readonly {
    readonly account: string;
    readonly customerId: number | null;
    readonly amountCents: number;
  }[];
};
type BookedEvent = {
  readonly posting?: BookedPosting | null;
  readonly postings?: readonly BookedPosting[];
  readonly financing?: readonly BookedPosting[];
};

/** Returns the lines of all journal entries that the answer names. */
export function listCashEntries(outcome: string): readonly CashEntry[] {
  const { events = [] } = JSON.parse(outcome) as { events?: readonly BookedEvent[] };
  return events
    .flatMap(({ posting, postings = [], financing = [] }) => [
      ...financing,
      ...postings,
      ...(posting ? [posting] : []),
    ])
    .flatMap(({ entries }) => entries)
    .filter(({ account }) => account === 'customer:cash')
    .map(({ customerId, amountCents }) => ({ customer_id: customerId, amount_cents: amountCents }));
}
