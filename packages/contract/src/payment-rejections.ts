// Error codes of deposits and withdrawals; `rejections.ts` lists them with all others.
export const PAYMENT_REJECTIONS = {
  'withdraw-maximum': {
    status: 422,
    text: 'Maximum withdraw can be {maximum}',
    retryable: false,
  },
  'withdrawal-not-covered': {
    status: 422,
    text: 'The account covers only {maximum} now. Wait until its open positions cover it, or reject it so that the customer can request less.',
    retryable: false,
  },
  'shortfall-open': {
    status: 409,
    text: 'A negative balance of this customer or of a linked account is not settled yet. Settle the shortfall first.',
    retryable: false,
  },
  'return-reported': {
    status: 409,
    text: 'A refund or charge-back of a deposit of this customer was reported but not booked yet. Wait until the provider confirms it, or decide about the deposit first.',
    retryable: false,
  },
  'cover-impossible': {
    status: 409,
    text: 'A linked account is no longer linked, or has less available than planned. No further amount was debited: check the shortfall and decide again.',
    retryable: false,
  },
  'nothing-to-withdraw': {
    status: 422,
    text: "You don't have balance to withdraw",
    retryable: false,
  },
  'deposit-minimum': { status: 422, text: 'Minimum Deposit € 250', retryable: false },
  'deposit-unverified-maximum': {
    status: 422,
    text: 'Until your account is verified, you can deposit at most {maximum} more',
    retryable: false,
  },
  'profile-incomplete': {
    status: 409,
    text: 'You have to complete your account first',
    retryable: false,
  },
  'provider-unavailable': {
    status: 503,
    text: 'The payment provider is not responding. You have not been charged. Try again later.',
    retryable: false,
  },
  'provider-refused': {
    status: 422,
    text: 'The payment provider declined this payment',
    retryable: false,
  },
  'payment-under-way': {
    status: 409,
    text: 'This payment is already with the provider. See Transactions for its status.',
    retryable: false,
  },
  'method-unavailable': {
    status: 422,
    text: 'This payment method is not available',
    retryable: false,
  },
  'transaction-stage': {
    status: 409,
    text: 'This transaction has already been processed.',
    retryable: false,
  },
  'too-many-transactions': {
    status: 409,
    text: 'You can have at most {maximum} payments in progress',
    retryable: false,
  },
} as const;
