// Error codes of data exports and account closures; `rejections.ts` lists them with all others.
export const OWN_DATA_REJECTIONS = {
  'export-under-way': {
    status: 409,
    text: 'We are already preparing your data. We will notify you when it is ready.',
    retryable: false,
  },
  'export-too-soon': {
    status: 429,
    text: 'You can request your data again from {until}',
    retryable: true,
  },
  'close-positions-first': {
    status: 409,
    text: 'Close your open positions first',
    retryable: false,
  },
  'payments-under-way': {
    status: 409,
    text: 'A payment is in progress. Wait until it completes, or cancel it.',
    retryable: false,
  },
  'withdraw-first': {
    status: 409,
    text: 'Withdraw the {amount} in your account first',
    retryable: false,
  },
  'credit-left': {
    status: 409,
    text: 'Your account holds a credit of {amount}. Contact us to have it removed.',
    retryable: false,
  },
  'debt-left': {
    status: 409,
    text: 'Your account owes {amount}. Please contact us to settle it.',
    retryable: false,
  },
  'account-closed': {
    status: 403,
    text: 'This account is closed. Contact us if you need any of its data.',
    retryable: false,
  },
} as const;
