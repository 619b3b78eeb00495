import type { Complete } from '../catalogue.ts';
import type { deposit as en } from '../en/deposit.ts';

export const deposit = {
  title: 'Deposito',
  loading: 'Caricamento',
  incompleteHint: 'Prima del primo deposito servono tutti e dieci i dati del profilo.',
  method: 'Metodo di pagamento',
  card: 'Carta',
  bank: 'Bonifico bancario',
  alternative: 'Alternativo',
  titan: 'Titan',
  amount: 'Importo',
  minimumHint: 'Almeno 250 €',
  unpaid: 'I depositi non ancora pagati, pari a {amount}, sono già conteggiati.',
  unpaidCancel: 'Annulla quelli che non vuoi più',
  submit: 'Deposita',
  contacted: 'Il tuo account manager ti contatterà a breve',
  toTransactions: 'Vedi le tue transazioni',
  accountHolder: 'Intestatario',
  reference: 'Causale',
  bankDetails: 'Coordinate bancarie',
  referenceHint: 'Indica questa causale, così possiamo accreditare il bonifico.',
  transferCode: 'Codice QR per la tua app bancaria',
  failed:
    'Il deposito non è iniziato perché il server non è raggiungibile. Riprovando non paghi due volte.',
  handOver: 'Ti stiamo portando al fornitore di pagamento…',
  continue: 'Continua',
  returnTitle: 'Il tuo pagamento',
  returnWaiting: 'In attesa del fornitore di pagamento',
  returnUnknown: 'Nel tuo conto non c’è questo pagamento.',
  toTrading: 'Torna al trading',
  verifyFirst: 'Prima che tu possa fare trading verifichiamo la tua identità.',
} satisfies Complete<typeof en>;
