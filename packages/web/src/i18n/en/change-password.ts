export const changePassword = {
  title: 'Change password',
  hint: 'You will be signed out everywhere else.',
  change: 'Change the password',
  changed: 'Your password was changed',
  failed:
    'The password could not be changed because the server could not be reached. Please try again.',
} as const;
