export const emailConfirmation = {
  pageTitle: 'Confirm your email',
  title: 'Confirm your email',
  subtitle: 'Confirm that this email address is yours.',
  confirm: 'Confirm',
  failed: "We couldn't reach the server, so the address was not confirmed. Please try again.",
  doneTitle: 'Your email address is confirmed',
  doneSubtitle: 'You can now withdraw money.',
  goOn: 'Continue',
} as const;
