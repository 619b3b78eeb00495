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
  submit: 'Deposita',
  contacted: 'Il tuo account manager ti contatterà a breve',
  toTransactions: 'Vedi le tue transazioni',
  failed:
    'Il deposito non è iniziato perché il server non è raggiungibile. Riprovando non paghi due volte.',
  handOver: 'Tra un momento passi alla pagina del fornitore di pagamento.',
  continue: 'Continua',
  returnTitle: 'Il tuo pagamento',
  returnWaiting: 'In attesa del fornitore di pagamento',
  returnUnknown: 'Nel tuo conto non c’è questo pagamento.',
  toTrading: 'Torna al trading',
} satisfies Complete<typeof en>;
