// A payment as a sandbox stores it. Only the first and last digits of the card number are stored.

export type PaymentState =
  | 'open'
  | 'challenged'
  /** The bank has not answered yet. */
  | 'waiting'
  | 'approved'
  | 'declined'
  | 'cancelled';

export type SandboxPayment = {
  readonly id: string;
  readonly orderRef: string;
  /** The amount as the request stated it; a test can change what was paid. */
  amount: string;
  currency: string;
  readonly email: string;
  /** The URL to which the browser returns after the payment. */
  readonly backUrl: string;
  readonly failureUrl: string;
  /** The URL that webhooks are sent to; empty: none are sent. */
  readonly webhookUrl: string;
  readonly createdAtMs: number;
  state: PaymentState;
  /** The masked card number `123456****1234`, once a card was entered. */
  card: string;
  reason: string;
  /** Refunds and charge-backs of the payment, the latest last. */
  readonly returns: PaymentReturn[];
};

export type PaymentReturn = {
  readonly id: string;
  readonly kind: 'refund' | 'charge-back';
  readonly amount: string;
};

export type NewPayment = Pick<
  SandboxPayment,
  'orderRef' | 'amount' | 'currency' | 'email' | 'backUrl' | 'failureUrl' | 'webhookUrl'
>;
