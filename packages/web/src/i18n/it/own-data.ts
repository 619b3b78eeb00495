import type { Complete } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'I tuoi dati',
  download: 'Scarica',
  exportTitle: 'Esportazione dei dati',
  exportText:
    'Un file ZIP con profilo, sessioni, consensi, notifiche, posizioni, ordini, transazioni, registrazioni contabili, documenti, messaggi e limiti, in JSON e CSV. Ti avvisiamo per email quando è pronto. Viene conservato cifrato per {days} giorni e poi cancellato.',
  request: 'Raccogli i miei dati',
  making: 'Stiamo raccogliendo i tuoi dati: {percent} %',
  readyUntil: 'Raccolti il {made}, {size}. Saranno cancellati il {until}.',
  failed: 'Non è stato possibile raccogliere i tuoi dati. Riprova.',
  erased: 'Il file del {made} è stato cancellato.',
  again: 'Potrai richiederli di nuovo dal {at}.',
  saving: '{percent} % scaricato',
  stop: 'Interrompi',
  closeTitle: 'Chiudere il conto',
  closeText:
    'Il tuo conto finisce per sempre: vieni disconnesso ovunque e non puoi più accedere. I tuoi metodi di accesso, le sessioni, le notifiche e i file dei tuoi dati vengono cancellati subito. La legge ci impone di conservare la tua identità, i tuoi documenti e le tue transazioni per {years} anni; poi vengono cancellati anch’essi.',
  closeFirst: 'Scarica prima i tuoi dati: dopo non sarà più possibile.',
  obstacles: 'Prima di poterlo chiudere:',
  positions: 'Chiudi le posizioni aperte',
  payments: 'Attendi i pagamenti in corso oppure annullali',
  cash: 'Preleva il tuo saldo',
  credit: 'Contattaci per restituire il tuo credito',
  debt: 'Contattaci per saldare il debito del conto',
  knows: 'So che non si può annullare',
  close: 'Chiudi il mio conto',
} satisfies Complete<typeof en>;
