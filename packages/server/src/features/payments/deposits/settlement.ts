import type { Cents } from '@halyard/core/money';

/** The outcome of a deposit that a provider or a person reports. */
export type Settlement = {
  readonly transactionId: string;
  readonly provider: string;
  /** The provider's own name for the payment. */
  readonly providerReference: string;
  /** The provider's name for the return of money, if it has one of its own. */
  readonly returnReference?: string | undefined;
  /** The reported outcome. `unproven`: the payment is reported as paid without proof. */
  readonly outcome: 'approved' | 'unproven' | 'failed' | 'cancelled' | 'refunded' | 'charged-back';
  readonly amountCents: Cents;
  readonly currency: string;
  /** The evidence for staff, without secrets, card numbers and signatures. */
  readonly evidence: Readonly<Record<string, unknown>>;
};
