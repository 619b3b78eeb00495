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
  endedSignedOut:
    'Sie sind abgemeldet. Dieses Gerät zeigt keine Benachrichtigungen Ihres Kontos mehr.',
  endedIdle: 'Sie wurden abgemeldet, weil es 20 Minuten lang keine Aktivität gab.',
  endedEnded: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  endedUnreachable: 'Sie wurden abgemeldet, weil der Server nicht erreichbar war.',
  endedElsewhere: 'Sie haben sich in einem anderen Tab abgemeldet.',
  endedClosed: 'Ihr Konto ist geschlossen. Wir haben Ihnen dazu eine E-Mail geschickt.',
  forgot: 'Passwort vergessen?',
  usePasskey: 'Passkey verwenden',
  passkeyUnused:
    'Es wurde kein Passkey verwendet. Versuchen Sie es erneut oder melden Sie sich anders an.',
  secondTitle: 'Noch ein Schritt',
  secondSubtitle: 'Geben Sie den Code Ihrer Authenticator-App ein.',
  codeHint: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes',
  restart: 'Von vorn beginnen',
  linkTitle: 'Sie werden angemeldet',
  linkSubtitle: 'Ihr Konto wird gleich geöffnet.',
  linkWaiting: 'Einen Moment',
} satisfies Complete<typeof en>;
