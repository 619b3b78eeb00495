export const passwordReset = {
  pageTitle: 'Password',
  requestTitle: 'Forgot your password?',
  requestSubtitle: 'Tell us your email and we send you a link to set a new one.',
  request: 'Send the link',
  requestFailed:
    'The link could not be sent because the server could not be reached. Please try again.',
  sentTitle: 'The link was sent',
  sentSubtitle: 'Look into your mail at {email}.',
  sentHint: 'Nothing there after a few minutes? Look into the spam folder, or ask again.',
  toLogin: 'Back to sign-in',
  resetTitle: 'Set a new password',
  resetSubtitle: 'You will be signed out everywhere, and your passkeys are removed.',
  reset: 'Set the password',
  resetFailed:
    'The password could not be set because the server could not be reached. Please try again.',
  requestAgain: 'Ask for another link',
  doneTitle: 'The new password is set',
  doneSubtitle: 'Sign in with it now.',
} as const;
