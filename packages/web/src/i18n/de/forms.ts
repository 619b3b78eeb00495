import type { Complete } from '../catalogue.ts';
import type { forms as en } from '../en/forms.ts';

export const forms = {
  required: '{title} ist erforderlich',
  minimum: '{title}: mindestens {n} Zeichen',
  emailInvalid: 'Ungültige E-Mail-Adresse',
  phoneRequired: 'Telefonnummer ist erforderlich',
  phoneInvalid: 'Telefonnummer ist ungültig',
  agree: 'Sie müssen den Geschäftsbedingungen zustimmen',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail',
  phone: 'Telefon',
  password: 'Passwort',
  showPassword: 'Passwort anzeigen',
} satisfies Complete<typeof en>;
