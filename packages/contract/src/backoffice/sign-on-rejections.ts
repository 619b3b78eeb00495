// Error codes of single sign-on; `rejections.ts` lists them with all others.
export const SIGN_ON_REJECTIONS = {
  'sign-on-failed': {
    status: 401,
    text: 'Single sign-on failed. Please try again.',
    retryable: false,
  },
  'sign-on-no-role': {
    status: 403,
    text: 'Your account has no role in the back office. Ask your administrator.',
    retryable: false,
  },
  'sign-on-email': {
    status: 403,
    text: 'The sign-in provider has not confirmed your email address. Ask your administrator.',
    retryable: false,
  },
  'sign-on-unavailable': {
    status: 502,
    text: 'The sign-in provider can’t be reached. Try again later, or sign in with your password.',
    retryable: true,
  },
  'sign-on-required': {
    status: 403,
    text: 'You are a member of the sign-in provider. Use single sign-on instead of your password.',
    retryable: false,
  },
  'member-linked': {
    status: 409,
    text: 'This member signs in through the provider only. Mark the member as break-glass before you set a password.',
    retryable: false,
  },
  'approver-not-linked': {
    status: 403,
    text: 'Two members who sign in through the provider must approve this. Local and break-glass accounts don’t count.',
    retryable: false,
  },
} as const;
