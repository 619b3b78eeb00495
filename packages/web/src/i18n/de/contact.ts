import type { Complete } from '../catalogue.ts';
import type { contact as en } from '../en/contact.ts';

export const contact = {
  title: 'Kontakt',
  subtitle: 'Wir antworten per E-Mail, meist innerhalb eines Werktags.',
  submit: 'Senden',
  thanks: 'Vielen Dank. Wir haben Ihre Nachricht erhalten.',
  failed:
    'Die Nachricht konnte nicht gesendet werden, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
