import type { Complete } from '../catalogue.ts';
import type { passwordReset as en } from '../en/password-reset.ts';

export const passwordReset = {
  pageTitle: 'Passwort',
  requestTitle: 'Passwort zurücksetzen',
  requestSubtitle:
    'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
  request: 'Link senden',
  requestFailed:
    'Der Link konnte nicht gesendet werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  sentTitle: 'Der Link wurde gesendet',
  sentSubtitle: 'Sehen Sie in Ihr Postfach {email}.',
  sentHint:
    'Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach oder fordern Sie den Link erneut an.',
  toLogin: 'Zurück zur Anmeldung',
  resetTitle: 'Neues Passwort setzen',
  resetSubtitle: 'Sie werden überall abgemeldet, und Ihre Passkeys werden entfernt.',
  reset: 'Passwort setzen',
  resetFailed:
    'Das Passwort konnte nicht gesetzt werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  requestAgain: 'Neuen Link anfordern',
  doneTitle: 'Das neue Passwort ist gesetzt',
  doneSubtitle: 'Melden Sie sich nun damit an.',
} satisfies Complete<typeof en>;
