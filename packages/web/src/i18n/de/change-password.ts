import type { Complete } from '../catalogue.ts';
import type { changePassword as en } from '../en/change-password.ts';

export const changePassword = {
  title: 'Passwort ändern',
  hint: 'Überall sonst werden Sie abgemeldet.',
  change: 'Passwort ändern',
  changed: 'Ihr Passwort wurde geändert',
  failed:
    'Das Passwort konnte nicht geändert werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
