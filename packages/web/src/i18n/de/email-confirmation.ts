import type { Complete } from '../catalogue.ts';
import type { emailConfirmation as en } from '../en/email-confirmation.ts';

export const emailConfirmation = {
  pageTitle: 'E-Mail bestätigen',
  title: 'E-Mail bestätigen',
  subtitle: 'Bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört.',
  confirm: 'Bestätigen',
  failed:
    'Die E-Mail konnte nicht bestätigt werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
  doneTitle: 'Ihre E-Mail ist bestätigt',
  doneSubtitle: 'Sie können nun Geld auszahlen, und wir können Sie erreichen.',
  goOn: 'Weiter',
} satisfies Complete<typeof en>;
