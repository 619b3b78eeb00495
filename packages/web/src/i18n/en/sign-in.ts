export const signIn = {
  pageTitle: 'Log in',
  title: 'Welcome back',
  subtitle: 'Sign in to your trading account.',
  submit: 'Log in',
  newHere: 'New here?',
  openAccount: 'Open an account',
  failed: 'Signing in did not work because the server could not be reached. Please try again.',
  endedIdle: 'You were signed out because there was no activity for 20 minutes.',
  endedEnded: 'Your session has ended. Please sign in again.',
  endedUnreachable: 'You were signed out because the server could not be reached.',
  endedElsewhere: 'You signed out in another tab.',
} as const;
