export const secondFactorOffer = {
  title: 'Protect your account',
  reason:
    'Anyone who learns your password can sign in to your account. With a second factor, signing in and withdrawing also require a code from your authenticator app.',
  effort: 'It takes about two minutes. You can turn it off at any time.',
  setUp: 'Set it up now',
  later: 'Remind me in {days} days',
} as const;
