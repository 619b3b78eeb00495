// A transaction as this feature knows it: why money moved or shall move, and how far that is.
import type { TRANSACTION_STATUSES } from '@halyard/contract/transactions';
import type { Cents } from '@halyard/core/money';

/** The wire's ids of the transaction types. */
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

/** `opening`: a withdrawal whose money is not set aside, or a grant that is not booked yet; nobody is shown it. */
export type TransactionStatus = keyof typeof TRANSACTION_STATUSES | 'opening';

/**
 * What is about to be booked; while it stands the row waits for it. `credit` pays a deposit or a
 * bonus in. `hold`, `release`, `pay` and `return` are a withdrawal's: set aside, given back, paid
 * out, come back from the bank. `take-back` books a refund or charge-back, `restrict` then makes the
 * account close-only.
 */
export type Step = 'credit' | 'hold' | 'release' | 'pay' | 'return' | 'take-back' | 'restrict';

/** What follows once the step is booked. */
export type StepData = {
  readonly to: TransactionStatus;
  readonly actor: string;
  readonly note?: string | undefined;
  /** Of `return`: the id of the transaction that brings the money back. */
  readonly returnId?: string;
};

/** What a transaction is to the one that it names. */
export type Cause = 'refund' | 'charge-back' | 'fee' | 'return';

/** What a row is about to do. */
export type NextStep = { readonly step: Step; readonly data: StepData };

export type Transaction = {
  readonly id: string;
  readonly customerId: number;
  readonly typeId: TypeId;
  readonly status: TransactionStatus;
  readonly methodId: number | null;
  readonly provider: string | null;
  readonly providerReference: string | null;
  /** 1 once it was handed to the provider; of a withdrawal, how many payouts were refused. */
  readonly attempt: number;
  /** What it moves on the customer's money, negative when it leaves. */
  readonly amountCents: Cents;
  /** What was asked for; of a withdrawal, what is set aside: with its fee. */
  readonly requestedCents: Cents;
  readonly currency: string;
  readonly originalId: string | null;
  readonly cause: Cause | null;
  readonly comments: string | null;
  readonly requestId: string | null;
  readonly requestHash: string | null;
  /** Who approved a withdrawal first, or alone. */
  readonly approvedBy: string | null;
  /** Why a person must look at it. */
  readonly review: string | null;
  readonly next: NextStep | null;
  readonly createdAtMs: number;
  readonly settledAtMs: number | null;
};

/** A transaction that is to be written; what it leaves out is empty. */
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
