/** The errors of practice accounts. */
export const PRACTICE_REJECTIONS = {
  'practice-reset-used': {
    status: 409,
    text: 'You can reset your practice account once a day. The next reset is possible at midnight UTC.',
    retryable: false,
  },
  'practice-market-closed': {
    status: 409,
    text: 'You hold a position in {symbol}, whose market is closed. Reset your practice account once it trades again.',
    retryable: false,
  },
  'practice-only-live': {
    status: 403,
    text: 'A key of the practice account can only read and trade the practice account.',
    retryable: false,
  },
} as const;
