import type { Complete } from '../catalogue.ts';
import type { signUp as en } from '../en/sign-up.ts';

export const signUp = {
  pageTitle: 'Konto eröffnen',
  title: 'Konto eröffnen',
  subtitle: 'Es dauert eine Minute. Sie können sich umsehen, bevor Sie einzahlen.',
  agree: 'Ich stimme den {terms} zu',
  terms: 'Geschäftsbedingungen',
  newTab: 'Öffnet sich in einem neuen Tab',
  submit: 'Konto eröffnen',
  already: 'Haben Sie ein Konto?',
  logIn: 'Anmelden',
  failed:
    'Das Konto konnte nicht eröffnet werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  closed: 'Die Registrierung ist zurzeit geschlossen.',
} satisfies Complete<typeof en>;
