import type { Complete } from '../catalogue.ts';
import type { account as en } from '../en/account.ts';

export const account = {
  performance: 'Rendimento',
  heading: 'Il mio conto',
  loading: 'Caricamento',
  panel: 'Riepilogo del conto',
  tabs: 'Il mio conto',
  info: 'Profilo',
  password: 'Cambia password',
  documents: 'Documenti',
  location: 'Paese',
  joined: 'Iscritto dal',
  status: 'Stato',
  level: 'Livello',
  pin: 'PIN',
  activate: 'Per attivare il conto devi compilare tutti i dati',
  security: 'Sicurezza',
  ownLimits: 'Limiti personali',
  statements: 'Estratti conto',
  yourData: 'I tuoi dati',
  more: 'Altre pagine del conto',
  yourLevel: 'Il tuo livello è {level}',
  isVerified: 'Il tuo conto è verificato.',
  startTrading: 'Inizia a fare trading',
  toDeposit: 'Deposita',
} satisfies Complete<typeof en>;
