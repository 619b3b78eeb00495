// A payment in our books and in the provider's records, side by side.
import type { Cents } from '@halyard/core/money';
import type { Transaction } from '../transaction.ts';
import type { ProviderEvent } from './provider.ts';

/** The maximum number of rows in a report; further payments are only counted. */
export const RECONCILED_ROWS_MAX = 200;
const REFERENCE_LENGTH_MAX = 64;

export type ReconciledRow = {
  /** Our id of the payment; the provider's id if we don't know the payment. */
  readonly reference: string;
  /** Our state before this reconciliation; null if we don't know the payment. */
  readonly here: { readonly status: string; readonly amountCents: Cents } | null;
  /** Null if the provider doesn't know the payment. */
  readonly there: {
    readonly outcome: string;
    readonly amountCents: Cents | null;
    readonly currency: string | null;
  } | null;
  /** The difference as a sentence; null if both agree. */
  readonly difference: string | null;
};

type Sides = {
  readonly reference: string;
  readonly ours: Pick<Transaction, 'status' | 'amountCents'> | undefined;
  readonly theirs: Pick<ProviderEvent, 'outcome' | 'amountCents' | 'currency'> | undefined;
  readonly difference: string | null;
};

export function toReconciledRow({ reference, ours, theirs, difference }: Sides): ReconciledRow {
  return {
    reference: reference.slice(0, REFERENCE_LENGTH_MAX),
    here: ours === undefined ? null : { status: ours.status, amountCents: ours.amountCents },
    there:
      theirs === undefined
        ? null
        : {
            outcome: theirs.outcome,
            amountCents: theirs.amountCents ?? null,
            currency: theirs.currency ?? null,
          },
    difference,
  };
}
