import type { Cents } from '@halyard/core/money';

/** The outcome of a deposit that a provider or a person reports. */
export type Settlement = {
  readonly transactionId: string;
  readonly provider: string;
  /** The provider's own name for the payment. */
  readonly providerReference: string;
  /** Of money that went back: the provider's name for that, where it has one of its own. */
  readonly returnReference?: string | undefined;
  /** `unproven`: it is said to be paid, and nothing proves it. */
  readonly outcome: 'approved' | 'unproven' | 'failed' | 'cancelled' | 'refunded' | 'charged-back';
  readonly amountCents: Cents;
  readonly currency: string;
  /** What proves it, for the staff who look; without secrets, card numbers and signatures. */
  readonly evidence: Readonly<Record<string, unknown>>;
};
