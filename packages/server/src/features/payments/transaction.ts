// A transaction in this feature: why money moves, and its status.
import type { TRANSACTION_STATUSES } from '@halyard/contract/transactions';
import type { Cents } from '@halyard/core/money';

/** The wire ids of the transaction types. */
export const TYPE = {
  card: 1,
  bank: 2,
  alternative: 3,
  bonus: 4,
  credit: 5,
  withdrawal: 6,
  withdrawalFee: 7,
  withdrawalReturned: 8,
  titan: 9,
  referralBonus: 10,
  manualDeposit: 11,
} as const;
export type TypeId = (typeof TYPE)[keyof typeof TYPE];

/**
 * The status. `opening`: a withdrawal without a hold, or a bonus that is not booked yet; it is not
 * shown.
 */
export type TransactionStatus = keyof typeof TRANSACTION_STATUSES | 'opening';

/**
 * The pending booking, for which the row waits. `credit` books a deposit or bonus. `hold`,
 * `release`, `pay` and `return` belong to a withdrawal: held, released, paid out, returned by the
 * bank. `take-back` books a refund or charge-back, after which `restrict` makes the account
 * close-only.
 */
export type Step = 'credit' | 'hold' | 'release' | 'pay' | 'return' | 'take-back' | 'restrict';

/** What a step needs, such as the status after its booking. */
export type StepData = {
  readonly to: TransactionStatus;
  readonly actor: string;
  readonly note?: string | undefined;
  /** For the step `return`: the id of the transaction that returns the money. */
  readonly returnId?: string;
};

/** The relation to the original transaction. */
export type Cause = 'refund' | 'charge-back' | 'fee' | 'return';

/** A row's pending step. */
export type NextStep = { readonly step: Step; readonly data: StepData };

export type Transaction = {
  readonly id: string;
  readonly customerId: number;
  readonly typeId: TypeId;
  readonly status: TransactionStatus;
  readonly methodId: number | null;
  readonly provider: string | null;
  readonly providerReference: string | null;
  /**
   * For a deposit 1 after it was sent to the provider; for a withdrawal the number of rejected
   * payouts.
   */
  readonly attempt: number;
  /** The change of the customer's money in cents; negative when it leaves. */
  readonly amountCents: Cents;
  /** The requested amount in cents; for a withdrawal the hold, including its fee. */
  readonly requestedCents: Cents;
  readonly currency: string;
  readonly originalId: string | null;
  readonly cause: Cause | null;
  readonly comments: string | null;
  readonly requestId: string | null;
  readonly requestHash: string | null;
  /** The first, or only, approver of a withdrawal. */
  readonly approvedBy: string | null;
  /** Why a person must check the transaction; null if no one must. */
  readonly review: string | null;
  readonly next: NextStep | null;
  readonly createdAtMs: number;
  readonly settledAtMs: number | null;
};

/** The values of a new transaction; omitted columns are empty. */
export type NewTransaction = Pick<
  Transaction,
  'id' | 'customerId' | 'typeId' | 'status' | 'amountCents'
> &
  Partial<
    Pick<
      Transaction,
      | 'methodId'
      | 'provider'
      | 'providerReference'
      | 'requestedCents'
      | 'originalId'
      | 'cause'
      | 'comments'
      | 'requestId'
      | 'requestHash'
      | 'next'
      | 'settledAtMs'
    >
  >;
