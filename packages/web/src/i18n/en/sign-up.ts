export const signUp = {
  pageTitle: 'Open an account',
  title: 'Open an account',
  subtitle: 'It takes a minute. You can look around before you deposit.',
  agree: 'I agree to the {terms}',
  terms: 'Terms & Conditions',
  newTab: 'Opens in a new tab',
  submit: 'Open account',
  already: 'Have an account?',
  logIn: 'Log in',
  failed:
    'The account could not be opened because the server could not be reached. Please try again.',
  closed: 'Registration is closed at the moment.',
} as const;
