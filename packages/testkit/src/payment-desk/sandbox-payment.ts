// A payment as a sandbox keeps it. No card number: only its ends.

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
  /** As the request wrote it; a test may change what was paid. */
  amount: string;
  currency: string;
  readonly email: string;
  /** Where the browser goes back to. */
  readonly backUrl: string;
  readonly failureUrl: string;
  /** Where webhooks go; empty: nowhere. */
  readonly webhookUrl: string;
  readonly createdAtMs: number;
  state: PaymentState;
  /** `123456****1234`, once a card was given. */
  card: string;
  reason: string;
  /** Money that went back, the latest last. */
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
