export const contact = {
  title: 'Contact us',
  subtitle: 'We reply by email, usually within one working day.',
  submit: 'Send',
  thanks: 'Thank you. We have received your message.',
  failed:
    'The message could not be sent because the server could not be reached. Please try again.',
} as const;
