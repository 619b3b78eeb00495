export const emailConfirmation = {
  pageTitle: 'Confirm your email',
  title: 'Confirm your email',
  subtitle: 'You opened the link that we mailed you. One click, and the address is yours.',
  confirm: 'Confirm',
  failed:
    'The email could not be confirmed because the server could not be reached. Please try again.',
  doneTitle: 'Your email is confirmed',
  doneSubtitle: 'You can now withdraw money, and we can reach you.',
  goOn: 'Go on',
} as const;
