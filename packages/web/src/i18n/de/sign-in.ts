import type { Complete } from '../catalogue.ts';
import type { signIn as en } from '../en/sign-in.ts';

export const signIn = {
  pageTitle: 'Anmelden',
  title: 'Willkommen zurück',
  subtitle: 'Melden Sie sich bei Ihrem Handelskonto an.',
  submit: 'Anmelden',
  newHere: 'Neu hier?',
  openAccount: 'Konto eröffnen',
  failed:
    'Die Anmeldung ist fehlgeschlagen, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  endedIdle: 'Sie wurden abgemeldet, weil es 20 Minuten lang keine Aktivität gab.',
  endedEnded: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  endedUnreachable: 'Sie wurden abgemeldet, weil der Server nicht erreichbar war.',
  endedElsewhere: 'Sie haben sich in einem anderen Tab abgemeldet.',
} satisfies Complete<typeof en>;
