import type { Partially } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn = {
  pageTitle: 'Accedi',
  title: 'Bentornato',
  subtitle: 'Accedi al tuo conto di trading.',
  submit: 'Accedi',
  newHere: 'Nuovo qui?',
  openAccount: 'Apri un conto',
} satisfies Partially<typeof en>;
