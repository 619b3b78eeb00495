import type { Complete } from '../catalogue.ts';
import type { profile as en } from '../en/profile.ts';

export const profile = {
  title: 'Persönliche Daten',
  loading: 'Wird geladen',
  incomplete: 'Es fehlen noch Angaben. Alle zehn sind vor Ihrer ersten Einzahlung nötig.',
  locked:
    'Ihr Konto ist verifiziert. Wenden Sie sich an uns, um Name, Geburtsdatum oder Land zu ändern.',
  choose: 'Land wählen',
  save: 'Speichern',
  saved: 'Die Daten wurden gespeichert',
  failed:
    'Es wurde nichts gespeichert, weil der Server nicht erreichbar war. Bitte versuchen Sie es erneut.',
} satisfies Complete<typeof en>;
