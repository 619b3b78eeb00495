import type { Complete } from '../catalogue.ts';
import type { profile as en } from '../en/profile.ts';

export const profile = {
  title: 'Dati personali',
  loading: 'Caricamento',
  incomplete: 'Mancano alcuni dati. Servono tutti e dieci prima del primo deposito.',
  locked: 'Il tuo conto è verificato. Contattaci per cambiare nome, data di nascita o paese.',
  choose: 'Scegli un paese',
  save: 'Salva',
  saved: 'I dati sono stati salvati',
  failed: 'Non è stato salvato nulla perché il server non è raggiungibile. Riprova.',
} satisfies Complete<typeof en>;
