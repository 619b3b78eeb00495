import type { Complete } from '../catalogue.ts';
import type { passwordReset as en } from '../en/password-reset.ts';

export const passwordReset = {
  pageTitle: 'Passwort',
  requestTitle: 'Passwort vergessen?',
  requestSubtitle: 'Nennen Sie uns Ihre E-Mail, und wir senden Ihnen einen Link für ein neues.',
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
