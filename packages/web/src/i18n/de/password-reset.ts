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
  sentSubtitle: 'Prüfen Sie Ihr Postfach: Wir haben einen Link an {email} gesendet.',
  sentHint:
    'Nach einigen Minuten noch nichts da? Sehen Sie im Spam-Ordner nach oder fordern Sie den Link erneut an.',
  toLogin: 'Zurück zur Anmeldung',
  resetTitle: 'Neues Passwort setzen',
  resetSubtitle: 'Sie werden überall abgemeldet, und Ihre Passkeys werden entfernt.',
  reset: 'Passwort setzen',
  resetFailed:
    'Das Passwort konnte nicht gesetzt werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  requestAgain: 'Neuen Link anfordern',
  doneTitle: 'Ihr Passwort wurde geändert.',
  doneSubtitle: 'Melden Sie sich mit Ihrem neuen Passwort an.',
} satisfies Complete<typeof en>;
