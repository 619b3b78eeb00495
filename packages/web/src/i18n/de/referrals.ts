import type { Complete } from '../catalogue.ts';
import type { referrals as en } from '../en/referrals.ts';

export const referrals = {
  heading: 'Empfehlungen',
  loading: 'Wird geladen',
  linkTitle: 'Ihr Empfehlungslink',
  link: 'Link',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyByHand: 'Markieren Sie den Link und kopieren Sie ihn von Hand.',
  tableTitle: 'Von Ihnen empfohlen',
  account: 'Konto',
  email: 'E-Mail',
  date: 'Datum',
  nothing: 'Noch keine Anmeldungen über Ihren Link',
  nothingHint: 'Kopieren Sie den Link und senden Sie ihn an Freunde.',
  older: 'Ältere anzeigen',
} satisfies Complete<typeof en>;
