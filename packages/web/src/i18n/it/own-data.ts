import type { Partially } from '../catalogue.ts';
import type { ownData as en } from '../en/own-data.ts';

export const ownData = {
  heading: 'I tuoi dati',
  loading: 'Caricamento',
  download: 'Scarica',
  exportTitle: 'Tutto ciò che conserviamo su di te',
  request: 'Raccogli i miei dati',
  making: 'Stiamo raccogliendo i tuoi dati: {percent} %',
  closeTitle: 'Chiudere il conto',
  closeFirst: 'Scarica prima i tuoi dati: dopo non sarà più possibile.',
  obstacles: 'Prima di poterlo chiudere:',
  positions: 'Chiudi le posizioni aperte',
  cash: 'Preleva il tuo saldo',
  knows: 'So che non si può annullare',
  close: 'Chiudi il mio conto',
} satisfies Partially<typeof en>;
